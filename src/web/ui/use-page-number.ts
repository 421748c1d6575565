import { useSearchParams } from 'react-router'

/** Beyond the end of every list, with an offset that the calls still accept; pages after it are empty as well. */
const LAST_PAGE = 1_000_000

/** Page in a URL (`?page=2`), unvalidated; the API refuses invalid ones. */
export const parsePage = (search: URLSearchParams): number => Math.min(Number(search.get('page') ?? 1), LAST_PAGE)

/** Page in the URL, from 1; the first one if invalid. */
export function usePageNumber(): number {
  const [search] = useSearchParams()
  return Math.max(1, Math.trunc(parsePage(search)) || 1)
}
