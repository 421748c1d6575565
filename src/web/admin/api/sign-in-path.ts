import { matchPath } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'

/** Returns the page to open after sign-in; always one of the back office, regardless of the parameter. */
export function pageAfterSignIn(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  return /^\/admin(?:[/?]|$)/.test(next) && !next.startsWith(adminPaths.login) ? next : adminPaths.home
}

export const signInPath = (path: string): string =>
  path === adminPaths.home ? adminPaths.login : `${adminPaths.login}?${new URLSearchParams({ next: path })}`

/**
 * The session has ended: signs in again and returns to the current page. A full load because this page's anti-forgery
 * token belongs to the old session.
 */
export function redirectToSignIn(): void {
  const { pathname, search } = window.location
  if (
    pathname.startsWith(adminPaths.login) ||
    [adminPaths.setPassword, adminPaths.firstOwner].some((page) => matchPath(page, pathname))
  )
    return
  window.location.assign(signInPath(pathname + search))
}
