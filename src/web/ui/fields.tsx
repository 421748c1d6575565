import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'
import { controlBase, controlClass, FieldFrame, type FieldTexts, fieldAria } from './FieldFrame.tsx'

/* Each accepts the result of React Hook Form's `register`: <TextField label="City" error={errors.city?.message}
   {...register('city')} />. `className` positions the whole field. */

export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  id,
  ...input
}: FieldTexts & ComponentProps<'input'>) {
  const own = useId()
  const name = id ?? own
  return (
    <FieldFrame id={name} {...{ label, hint, error, optional, className }}>
      <input type="text" {...input} {...fieldAria(name, { hint, error })} className={controlClass} />
    </FieldFrame>
  )
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  className,
  id,
  ...area
}: FieldTexts & ComponentProps<'textarea'>) {
  const own = useId()
  const name = id ?? own
  return (
    <FieldFrame id={name} {...{ label, hint, error, optional, className }}>
      <textarea rows={4} {...area} {...fieldAria(name, { hint, error })} className={cx(controlClass, 'resize-y')} />
    </FieldFrame>
  )
}

export function Select({
  label,
  hint,
  error,
  optional,
  className,
  id,
  ...select
}: FieldTexts & ComponentProps<'select'>) {
  const own = useId()
  const name = id ?? own
  return (
    <FieldFrame id={name} {...{ label, hint, error, optional, className }}>
      <SelectControl {...select} {...fieldAria(name, { hint, error })} />
    </FieldFrame>
  )
}

/** The bare select, for callers that label it themselves. */
export function SelectControl({ pill, ...select }: ComponentProps<'select'> & { pill?: boolean }) {
  return (
    <span className="relative grid">
      <select
        {...select}
        className={cx(controlBase, 'appearance-none pr-10', pill ? 'rounded-pill pl-5' : 'rounded-field')}
      />
      <ChevronDown size={18} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" aria-hidden />
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
  title: React.ReactNode
  note?: React.ReactNode
  aside?: React.ReactNode
}) {
  return (
    <label
      className={cx(
        'grid cursor-pointer grid-cols-[auto_1fr_auto] items-start gap-x-3.5 rounded-card border border-edge bg-raised p-4',
        'transition-colors hover:border-ink has-checked:border-ink has-checked:ring-1 has-checked:ring-ink',
        'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-3 has-focus-visible:outline-ink',
        'has-disabled:cursor-not-allowed has-disabled:text-muted',
        className,
      )}
    >
      <input {...input} type="radio" className="mt-1 size-4.5 accent-ink focus-visible:outline-none" />
      <span className="grid gap-0.5">
        <span className="font-[560]">{title}</span>
        {note && <span className="text-note text-muted">{note}</span>}
      </span>
      {aside && <span className="figures font-[560]">{aside}</span>}
    </label>
  )
}
