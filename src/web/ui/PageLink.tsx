import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

export type PageLinkProps = ComponentProps<'a'> & {
  to: string
  /** Goes with the visitor to the page, and is gone with a new window. */
  state?: unknown
  /** Stays where the visitor has scrolled to: the same page in another order. */
  preventScrollReset?: boolean
  /** Leaves to the server what this shop's script has no page for. */
  reloadDocument?: boolean
}

/**
 * A link inside the shop. The router's own carries the prefetching of its framework mode, some 3 kB of script on every
 * page that nothing here uses.
 */
export function PageLink({ to, state, preventScrollReset, reloadDocument, onClick, ...rest }: PageLinkProps) {
  const href = useHref(to)
  // The same page in another order does not fade: it would blink.
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
