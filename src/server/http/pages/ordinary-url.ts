/** A number in the format of the shop's own links. */
const NUMBER = /^[1-9]\d{0,9}$/

/**
 * Returns true if the shop itself would link to this URL of the page, with numbers in its own format. Other spellings
 * (`/packages/007`, `page=2.0`) are unlimited in number, as are tokens and the queries of pages that the browser fills.
 */
export function isOrdinaryUrl(
  page: { path: string; page: 'public' | 'shell' | 'personal' },
  { path, search }: { path: string; search: string },
): boolean {
  if (page.page !== 'public') return path === page.path && search === ''
  const expected = page.path.split('/')
  const actual = path.split('/')
  const matches = (segment: string, index: number) =>
    segment.startsWith(':') ? NUMBER.test(actual[index] ?? '') : segment === actual[index]
  if (expected.length !== actual.length || !expected.every(matches)) return false
  const query = new URLSearchParams(search)
  // A page after a form was sent; its links lead to the page itself.
  return !query.has('sent') && query.getAll('page').every((number) => NUMBER.test(number))
}
