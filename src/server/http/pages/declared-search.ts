/**
 * Returns the parameters that a page reads, in the order of its declaration. Everything else (`?utm_source=…`) is
 * dropped, so that it can neither show up in the page nor fill the cache with copies.
 */
export function filterSearch(params: readonly string[], search: string): string {
  if (params.length === 0) return ''
  const requested = new URLSearchParams(search)
  const declared = new URLSearchParams()
  for (const name of params) {
    const value = requested.get(name)
    if (value !== null && value !== '') declared.set(name, value)
  }
  return declared.size === 0 ? '' : `?${declared}`
}
