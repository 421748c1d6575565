/**
 * Returns the URL to continue at after a sign-in: a URL of this shop, or else the home page. Returns the absolute URL,
 * because a path that looks harmless ("/.//elsewhere.example") can name another site once a browser has normalized it.
 */
export function nextPage(next: string | null, origin: string): string {
  const home = `${origin}/`
  if (!next?.startsWith('/')) return home
  const url = URL.parse(next, home)
  return url?.origin === origin ? url.href : home
}
