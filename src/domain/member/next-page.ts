/**
 * Where a sign-in leads on to: a URL of this shop, or the home page. Whole, because a path that is fine by itself
 * ("/.//elsewhere.example") means another site once a browser has tidied it up.
 */
export function nextPage(next: string | null, origin: string): string {
  const home = `${origin}/`
  if (!next?.startsWith('/')) return home
  const url = URL.parse(next, home)
  return url?.origin === origin ? url.href : home
}
