import { useSearchParams } from 'react-router'

/** Beyond the end of every list, with an offset that the calls still accept: what follows is as empty. */
const LAST_PAGE = 1_000_000

/** The page that a URL names (`?page=2`), as it stands there; what makes no sense is left to the API to refuse. */
export const pageOf = (search: URLSearchParams): number => Math.min(Number(search.get('page') ?? 1), LAST_PAGE)

/** The page that the URL names, from 1; the first one where it makes no sense. */
export function usePageNumber(): number {
  const [search] = useSearchParams()
  return Math.max(1, Math.trunc(pageOf(search)) || 1)
}
