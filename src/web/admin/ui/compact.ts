import { cx } from '#web/ui/cx.ts'
import type { FieldSettings } from '#web/ui/fields.tsx'

/* The looks of the shared kit in the back office: denser, with 44 px targets on touch screens. */

const control =
  'w-full min-w-0 min-h-9 border border-edge bg-raised px-3 py-1.5 text-note transition-colors pointer-coarse:min-h-11 ' +
  'placeholder:text-muted hover:border-ink aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger ' +
  'focus-visible:outline-offset-1 disabled:bg-sunken disabled:text-muted'

export const compactFields: FieldSettings = {
  gap: 'gap-1',
  text: 'text-small',
  control,
  select: 'appearance-none pr-9',
  chevron: 'right-2.5',
  chevronSize: 16,
  rows: 3,
  autoComplete: 'off',
  errors: {},
}

/** For a control outside a field. */
export const controlClass = `${control} rounded-field`

const shape =
  'inline-flex min-h-9 max-w-full shrink-0 items-center justify-center gap-2 rounded-pill px-4 text-center text-note font-[560] leading-tight ' +
  'transition-colors select-none pointer-coarse:min-h-11 disabled:opacity-50 aria-disabled:opacity-50 print:hidden'
const kinds = {
  primary: 'forced-colors:border bg-accent text-on-accent not-disabled:hover:bg-accent-deep',
  secondary: 'border border-edge bg-raised not-disabled:hover:border-ink',
  quiet: 'quiet px-3 not-disabled:hover:bg-sunken',
  danger: 'border border-danger text-danger not-disabled:hover:bg-danger-tint',
}

/** Primary marks the next action; danger marks one that a click cannot undo. */
export type ButtonKind = keyof typeof kinds

export const buttonClass = (kind: ButtonKind, className?: string): string => cx(shape, kinds[kind], className)

export const iconButtonClass = (className?: string): string =>
  cx(
    'grid size-9 shrink-0 place-items-center rounded-pill transition-colors pointer-coarse:size-11 print:hidden',
    'not-disabled:hover:bg-sunken disabled:opacity-50',
    className,
  )
