type Search = Record<string, string | number | boolean | undefined>

const defaults: Search = { page: 1, language: 'en', sort: 'featured' }

/** Drops empty values and defaults, so that one listing has one URL and one key. */
export const withoutDefaults = (search: Search): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && value !== '' && value !== defaults[name]),
  )

/** Empty, or a question mark and the parameters. */
export function queryString(search: Search): string {
  const text = String(new URLSearchParams(withoutDefaults(search) as Record<string, string>))
  return text && `?${text}`
}
