/**
 * Where a sign-in continues: at a URL of this shop, or else the home page. Returns the whole URL, because a path that
 * looks harmless ("/.//elsewhere.example") names another site once a browser has normalized it.
 */
export function nextPage(next: string | null, origin: string): string {
  const home = `${origin}/`
  if (!next?.startsWith('/')) return home
  const url = URL.parse(next, home)
  return url?.origin === origin ? url.href : home
}
