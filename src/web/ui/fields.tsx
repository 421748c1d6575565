import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from './cx.ts'
import { controlBase, FieldFrame, type FieldTexts, fieldAria } from './FieldFrame.tsx'

/* Each accepts the result of React Hook Form's `register`: <TextField label="City" error={errors.city?.message}
   {...register('city')} />. `className` positions the whole field. */

/** Settings of fields: class names and defaults of the shop or the back office, and the errors of the form. */
export type FieldSettings = {
  gap: string
  /** Label, hint and error. */
  text: string
  /** Control without rounded corners. */
  control: string
  select: string
  chevron: string
  chevronSize: number
  rows: number
  autoComplete?: string
  /** Errors by field name, for fields without an `error` of their own. */
  errors: Record<string, string>
}

const shopSettings: FieldSettings = {
  gap: 'gap-1.5',
  text: 'text-note',
  control: controlBase,
  select: 'appearance-none pr-10',
  chevron: 'right-3',
  chevronSize: 18,
  rows: 4,
  errors: {},
}
export const FieldContext = createContext(shopSettings)

type Control = { id?: string | undefined; name?: string | undefined; className?: string | undefined }

/** Frames a control: `render` gets its attributes. */
function useField<Rest extends Control>(
  { label, hint, error, optional, className, ...rest }: FieldTexts & Rest,
  render: (control: Omit<Rest, keyof FieldTexts | 'className'>, settings: FieldSettings) => ReactNode,
) {
  const generatedId = useId()
  const settings = useContext(FieldContext)
  const { id = generatedId, name } = rest as Control
  error ??= settings.errors[name as string]
  return (
    <FieldFrame {...settings} {...{ id, label, hint, error, optional, className }}>
      {render({ ...(rest as Omit<Rest, keyof FieldTexts | 'className'>), ...fieldAria(id, { hint, error }) }, settings)}
    </FieldFrame>
  )
}

export const TextField = (field: FieldTexts & ComponentProps<'input'>) =>
  useField(field, (input, { control, autoComplete }) => (
    <input type="text" autoComplete={autoComplete} {...input} className={cx(control, 'rounded-field')} />
  ))

export const TextArea = (field: FieldTexts & ComponentProps<'textarea'>) =>
  useField(field, (area, { control, rows }) => (
    <textarea rows={rows} {...area} className={cx(control, 'rounded-field resize-y')} />
  ))

export const Select = (field: FieldTexts & ComponentProps<'select'>) =>
  useField(field, (select) => <SelectControl {...select} />)

/** The bare select, for callers that label it themselves. */
export function SelectControl({ pill, ...select }: ComponentProps<'select'> & { pill?: boolean }) {
  const settings = useContext(FieldContext)
  return (
    <span className="relative grid">
      <select
        {...select}
        className={cx(settings.select, settings.control, pill ? 'rounded-pill pl-5' : 'rounded-field')}
      />
      <ChevronDown
        size={settings.chevronSize}
        className={cx(settings.chevron, 'pointer-events-none absolute top-1/2 -translate-y-1/2')}
        aria-hidden
      />
    </span>
  )
}

/** A radio button as a card: title, explanation, and content on the right, such as a price. */
export function RadioCard({
  title,
  note,
  aside,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode
  note?: ReactNode
  aside?: ReactNode
}) {
  return (
    <label
      className={cx(
        'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 rounded-card border border-edge bg-raised p-4',
        'transition-colors hover:border-ink has-checked:border-ink has-checked:ring-1 has-checked:ring-ink',
        'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-ink',
        'has-disabled:cursor-not-allowed has-disabled:text-muted',
        className,
      )}
    >
      <input {...input} type="radio" className="mt-1 size-4.5 accent-ink focus-visible:outline-none" />
      {/* The content on the right wraps where large text leaves no room for it. */}
      <span className="flex min-w-0 flex-wrap justify-between gap-x-3.5 gap-y-0.5">
        <span className="grid min-w-0 gap-0.5">
          <span className="font-[560]">{title}</span>
          {note && <span className="text-note text-muted">{note}</span>}
        </span>
        {aside && <span className="figures font-[560]">{aside}</span>}
      </span>
    </label>
  )
}
