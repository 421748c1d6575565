import type { ComponentProps, MouseEvent } from 'react'
import { useNavigate } from 'react-router'

export type PageLinkProps = ComponentProps<'a'> & {
  /** Path, query and hash from the shop's root. */
  to: string
  /** Navigation state; lost in a new window. */
  state?: unknown
  /** Keeps the scroll position, for the same page with another sort order. */
  preventScrollReset?: boolean
  /** For URLs that only the server handles. */
  reloadDocument?: boolean
}

/**
 * A link inside the shop. The router's own link resolves its URL twice, relative to the surrounding routes, which took
 * a third of a listing's render time; URLs here are always absolute.
 */
export function PageLink({ to, state, preventScrollReset, reloadDocument, onClick, ...rest }: PageLinkProps) {
  const navigate = useNavigate()

  function onLinkClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // Owners may link to other sites.
    if (event.defaultPrevented || reloadDocument || !to.startsWith('/') || !isPlainClick(event, rest.target)) return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    navigate(to, {
      // Like browsers: reloading the same page adds no history entry.
      replace: to === pathname + search + hash,
      state,
      preventScrollReset,
      // A page with another sort order does not fade, which would look like flickering.
      viewTransition: !preventScrollReset,
    })
  }

  return <a {...rest} href={to} onClick={onLinkClick} />
}

/** True for a plain click, not one that opens another tab or window. */
const isPlainClick = (event: MouseEvent, target: string | undefined): boolean =>
  event.button === 0 &&
  (target === undefined || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
