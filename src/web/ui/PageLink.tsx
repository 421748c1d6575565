import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from 'react-router'

export type PageLinkProps = ComponentProps<'a'> & {
  /** From the shop's root: path, search and hash. */
  to: string
  /** Navigation state; lost in a new window. */
  state?: unknown
  /** Keeps the scroll position: for the same page in another order. */
  preventScrollReset?: boolean
  /** For URLs that only the server answers. */
  reloadDocument?: boolean
}

/**
 * A link inside the shop. The router's own works out its URL twice, relative to the routes around it, which took a third
 * of a listing's rendering; here every URL is the shop's whole one already.
 */
export function PageLink({ to, state, preventScrollReset, reloadDocument, onClick, ...rest }: PageLinkProps) {
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || reloadDocument || !opensHere(event, rest.target)) return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    navigate(to, {
      // As browsers do it: the same page again is not one more to go back to.
      replace: to === pathname + search + hash,
      state,
      preventScrollReset,
      // The same page in another order does not fade, which would look like blinking.
      viewTransition: !preventScrollReset,
    })
  }

  return <a {...rest} href={to} onClick={follow} />
}

/** A plain click, not one that asks for another tab or window. */
const opensHere = (event: MouseEvent, target: string | undefined): boolean =>
  event.button === 0 &&
  (target === undefined || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
