import type { ComponentProps, ReactNode } from 'react'
import * as kit from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type ButtonKind, buttonClass, iconButtonClass } from './compact.ts'

type ButtonProps = Omit<ComponentProps<typeof kit.Button<ButtonKind>>, 'look' | 'busyText'> & { icon?: ReactNode }

/**
 * The kit's button, which ignores clicks while `busy`, so that one click makes one request. Not disabled, because that
 * would lose the focus.
 */
export const Button = ({ kind = 'secondary', busy = false, icon, children, onClick, ...rest }: ButtonProps) => (
  <kit.Button
    {...rest}
    kind={kind}
    look={buttonClass}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  >
    {busy ? <Spinner /> : icon}
    {children}
  </kit.Button>
)

type ButtonLinkProps = Omit<ComponentProps<typeof kit.ButtonLink<ButtonKind>>, 'look'> & { icon?: ReactNode }

export const ButtonLink = ({ kind = 'secondary', icon, children, ...rest }: ButtonLinkProps) => (
  <kit.ButtonLink {...rest} kind={kind} look={buttonClass}>
    {icon}
    {children}
  </kit.ButtonLink>
)

export const IconButton = (props: Omit<ComponentProps<typeof kit.IconButton>, 'look'>) => (
  <kit.IconButton {...props} look={iconButtonClass} />
)
