import { matchPath } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'

/** Where to go on after signing in: a page of the back office, whatever the parameter says. */
export function pageAfterSignIn(search: URLSearchParams): string {
  const next = search.get('next') ?? ''
  return /^\/admin(?:[/?]|$)/.test(next) && !next.startsWith(adminPaths.login) ? next : adminPaths.home
}

export const signInPath = (path: string): string =>
  path === adminPaths.home ? adminPaths.login : `${adminPaths.login}?${new URLSearchParams({ next: path })}`

/** The session is over: sign in, and go on where one was. A full load, because the page's token is of before. */
export function leaveForSignIn(): void {
  const { pathname, search } = window.location
  if (pathname.startsWith(adminPaths.login) || matchPath(adminPaths.setPassword, pathname)) return
  window.location.assign(signInPath(pathname + search))
}
