import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { TextField } from '#web/ui/fields.tsx'

/* Fields that only the back office has; the others are those of `web/ui`. */

/** Dollar amount with a decimal keyboard on phones. */
export const MoneyField = (props: ComponentProps<typeof TextField>) => (
  <TextField inputMode="decimal" placeholder="0.00" {...props} />
)

export function Checkbox({
  label,
  hint,
  className,
  ...input
}: { label: ReactNode; hint?: ReactNode } & ComponentProps<'input'>) {
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
