import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

export type PageLinkProps = ComponentProps<'a'> & {
  to: string
  /** Navigation state; lost in a new window. */
  state?: unknown
  /** Keeps the scroll position: for the same page in another order. */
  preventScrollReset?: boolean
  /** For URLs that only the server answers. */
  reloadDocument?: boolean
}

/**
 * A link inside the shop. The router's own brings the prefetching of its framework mode, some 3 kB of script on every
 * page, which nothing here uses.
 */
export function PageLink({ to, state, preventScrollReset, reloadDocument, onClick, ...rest }: PageLinkProps) {
  const href = useHref(to)
  // The same page in another order does not fade, which would look like blinking.
  const viewTransition = !preventScrollReset
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    target: rest.target,
    state,
    preventScrollReset,
    viewTransition,
  })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && !reloadDocument) follow(event)
      }}
    />
  )
}
