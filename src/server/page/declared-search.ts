/**
 * The parameters that a page reads, in the order it names them. Everything else (`?utm_source=…`) is dropped, so that
 * it can neither show up in the page nor fill the cache with copies.
 */
export function declaredSearch(params: readonly string[], search: string): string {
  if (params.length === 0) return ''
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of params) {
    const value = given.get(name)
    if (value !== null && value !== '') kept.set(name, value)
  }
  return kept.size === 0 ? '' : `?${kept}`
}
