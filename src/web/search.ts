type Search = Record<string, string | number | undefined>

/** Without what is empty or the default, so that one question has one URL and one key. */
export const stated = (search: Search): Search =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) =>
        value !== undefined &&
        value !== '' &&
        !(name === 'page' && value === 1) &&
        !(name === 'language' && value === 'en') &&
        !(name === 'sort' && value === 'featured'),
    ),
  )

/** What follows the path of a URL: nothing, or a question mark and the parameters. */
export function searchText(search: Search): string {
  const text = String(new URLSearchParams(stated(search) as Record<string, string>))
  return text && `?${text}`
}
