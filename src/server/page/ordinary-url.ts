/** A number as the shop writes it in its own links. */
const NUMBER = /^[1-9]\d{0,9}$/

/**
 * Whether the shop itself would link to this URL of the page: numbers are spelled as it spells them. Other spellings
 * (`/packages/007`, `page=2.0`) are endless, as are tokens and the searches of pages that the browser fills.
 */
export function isOrdinaryUrl(
  page: { path: string; page: 'public' | 'shell' | 'personal' },
  { path, search }: { path: string; search: string },
): boolean {
  if (page.page !== 'public') return path === page.path && search === ''
  const wanted = page.path.split('/')
  const given = path.split('/')
  const isWritten = (segment: string, index: number) =>
    segment.startsWith(':') ? NUMBER.test(given[index] ?? '') : segment === given[index]
  if (wanted.length !== given.length || !wanted.every(isWritten)) return false
  return new URLSearchParams(search).getAll('page').every((number) => NUMBER.test(number))
}
