import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Field errors by name; set by `FormDialog` and `ActForm` from the server's response. */
export const FieldErrors = createContext<Record<string, string>>({})

export const controlClass =
  'w-full min-h-9 rounded-field border border-edge bg-raised px-3 py-1.5 text-note transition-colors pointer-coarse:min-h-11 ' +
  'placeholder:text-muted hover:border-ink aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger ' +
  'focus-visible:outline-offset-1 disabled:bg-sunken disabled:text-muted'

type Texts = {
  label: ReactNode
  hint?: ReactNode
  /** Client-side error; server errors arrive through `FieldErrors`. */
  error?: string | undefined
  optional?: boolean
  className?: string | undefined
}

function useField(name: string | undefined, { error, hint }: Pick<Texts, 'error' | 'hint'>, given?: string) {
  const own = useId()
  const id = given ?? own
  const errors = useContext(FieldErrors)
  const wrong = error ?? (name === undefined ? undefined : errors[name])
  const described = cx(wrong && `${id}-error`, hint ? `${id}-hint` : '')
  return {
    id,
    wrong,
    aria: { id, 'aria-invalid': wrong ? true : undefined, 'aria-describedby': described || undefined } as const,
  }
}

function Frame({
  id,
  wrong,
  label,
  hint,
  optional,
  className,
  children,
}: Texts & { id: string; wrong: string | undefined; children: ReactNode }) {
  return (
    <div className={cx('grid content-start gap-1', className)}>
      <label htmlFor={id} className="text-small font-[560]">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-error`} className="text-small font-[520] text-danger">
          {wrong}
        </p>
      )}
    </div>
  )
}

export function TextField({ label, hint, error, optional, className, ...input }: Texts & ComponentProps<'input'>) {
  const { id, wrong, aria } = useField(input.name, { error, hint }, input.id)
  return (
    <Frame {...{ id, wrong, label, hint, optional, className }}>
      <input type="text" autoComplete="off" {...input} {...aria} className={controlClass} />
    </Frame>
  )
}

/** Dollar amount with a decimal keyboard on phones. */
export const MoneyField = (props: Texts & ComponentProps<'input'>) => (
  <TextField inputMode="decimal" placeholder="0.00" {...props} />
)

export function TextArea({ label, hint, error, optional, className, ...area }: Texts & ComponentProps<'textarea'>) {
  const { id, wrong, aria } = useField(area.name, { error, hint }, area.id)
  return (
    <Frame {...{ id, wrong, label, hint, optional, className }}>
      <textarea rows={3} {...area} {...aria} className={cx(controlClass, 'resize-y')} />
    </Frame>
  )
}

/** A select with the shop's styling in every browser; has no label of its own. */
export const BareSelect = ({ className, ...select }: ComponentProps<'select'>) => (
  <span className="relative grid">
    <select {...select} className={cx(controlClass, 'appearance-none pr-9', className)} />
    <ChevronDown size={16} className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2" aria-hidden />
  </span>
)

export function Select({ label, hint, error, optional, className, ...select }: Texts & ComponentProps<'select'>) {
  const { id, wrong, aria } = useField(select.name, { error, hint }, select.id)
  return (
    <Frame {...{ id, wrong, label, hint, optional, className }}>
      <BareSelect {...select} {...aria} />
    </Frame>
  )
}

export function Checkbox({
  label,
  hint,
  className,
  ...input
}: Omit<Texts, 'error' | 'optional'> & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className={cx('grid grid-cols-[auto_1fr] gap-x-2.5', className)}>
      <input id={id} {...input} type="checkbox" className="mt-0.5 size-4 accent-ink pointer-coarse:size-5" />
      <label htmlFor={id}>
        {label}
        {hint && <span className="block text-small text-muted">{hint}</span>}
      </label>
    </div>
  )
}
