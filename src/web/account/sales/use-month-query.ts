import { useSearchParams } from 'react-router'
import type { MonthQuery } from './sales-paths.ts'

/** Month in the URL, or the current one. */
export function useMonthQuery(): MonthQuery {
  const [search] = useSearchParams()
  return { year: search.get('year') ?? undefined, month: search.get('month') ?? undefined }
}
