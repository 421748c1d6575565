import { useSearchParams } from 'react-router'

/** The page that the URL names (`?page=2`), from 1. */
export function usePageNumber(): number {
  const [search] = useSearchParams()
  return Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
}
