import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { PageLink, type PageLinkProps } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

/** Primary marks the next action; danger marks one that a click cannot undo. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

const shape =
  'inline-flex min-h-9 max-w-full shrink-0 items-center justify-center gap-2 rounded-pill px-4 text-center text-note font-[560] leading-tight ' +
  'transition-colors select-none pointer-coarse:min-h-11 disabled:opacity-50 aria-disabled:opacity-50 print:hidden'
const kinds: Record<ButtonKind, string> = {
  primary: 'forced-colors:border bg-accent text-on-accent not-disabled:hover:bg-accent-deep',
  secondary: 'border border-edge bg-raised not-disabled:hover:border-ink',
  quiet: 'quiet px-3 not-disabled:hover:bg-sunken',
  danger: 'border border-danger text-danger not-disabled:hover:bg-danger-tint',
}

export const buttonClass = (kind: ButtonKind, className?: string): string => cx(shape, kinds[kind], className)

type ButtonProps = ComponentProps<'button'> & { kind?: ButtonKind; busy?: boolean; icon?: ReactNode }

/**
 * A button that ignores clicks while `busy`, so that one click makes one request. Not disabled, because that would
 * lose the focus.
 */
export function Button({
  kind = 'secondary',
  busy = false,
  icon,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(kind, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export function ButtonLink({
  kind = 'secondary',
  icon,
  className,
  children,
  ...rest
}: PageLinkProps & { kind?: ButtonKind; icon?: ReactNode }) {
  return (
    <PageLink {...rest} className={buttonClass(kind, className)}>
      {icon}
      {children}
    </PageLink>
  )
}

/** A round icon button; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-pill transition-colors pointer-coarse:size-11 print:hidden',
        'not-disabled:hover:bg-sunken disabled:opacity-50',
        className,
      )}
    />
  )
}
