import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { PageLink, type PageLinkProps } from './PageLink.tsx'
import { Spinner } from './Spinner.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'

/** Primary marks the next action; a view has only one. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet'

const shape =
  'inline-flex items-center justify-center gap-2.5 rounded-pill text-center font-[560] leading-tight transition-colors ' +
  'select-none disabled:opacity-55 aria-disabled:opacity-55'
const kinds: Record<ButtonKind, string> = {
  primary: 'forced-colors:border min-h-12 bg-accent px-6 py-2.5 text-on-accent not-disabled:hover:bg-accent-deep',
  secondary: 'min-h-12 border border-ink px-6 py-2.5 not-disabled:hover:bg-ink not-disabled:hover:text-paper',
  quiet: 'min-h-11 px-3 py-2 underline decoration-edge underline-offset-4 not-disabled:hover:decoration-current',
}

export const buttonClass = (kind: ButtonKind, className?: string): string => cx(shape, kinds[kind], className)

/** Returns the class names of a kind; the back office passes its own. */
type LookProps<Kind extends string> = { kind?: Kind; look?: (kind: Kind, className?: string) => string }

type ButtonProps<Kind extends string> = ComponentProps<'button'> &
  LookProps<Kind> & {
    /** Set while a request is pending: disabled, with `busyText` instead of the label. */
    busy?: boolean
    busyText?: ReactNode
  }

export function Button<Kind extends string = ButtonKind>({
  kind = 'primary' as Kind,
  look = buttonClass as never,
  busy = false,
  busyText,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps<Kind>) {
  useRestoredFocus(busy)
  return (
    <button {...rest} type={type} disabled={disabled || busy} className={look(kind, className)}>
      {busy ? (
        <>
          <Spinner />
          {busyText ?? children}
        </>
      ) : (
        children
      )}
    </button>
  )
}

export function ButtonLink<Kind extends string = ButtonKind>({
  kind = 'primary' as Kind,
  look = buttonClass as never,
  className,
  ...rest
}: PageLinkProps & LookProps<Kind>) {
  return <PageLink {...rest} className={look(kind, className)} />
}

/** A round icon button; `label` is its accessible name. */
export function IconButton({
  label,
  look = iconButtonClass,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { label: string; look?: (className?: string) => string }) {
  return <button {...rest} type={type} aria-label={label} title={label} className={look(className)} />
}

export const iconButtonClass = (className?: string): string =>
  cx('grid size-11 shrink-0 place-items-center rounded-pill transition-colors hover:bg-sunken', className)
