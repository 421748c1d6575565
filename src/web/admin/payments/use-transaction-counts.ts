import { countLabels } from '#contract/reporting/waiting-labels.ts'
import { useAdminQuery } from '../api/query.ts'
import { type NoticeSort, noticeSorts } from './transaction-labels.ts'

const queueOf = {
  exact: 'exact_matches',
  probable: 'probable_matches',
  unknown: 'unmatched_payments',
} as const satisfies Record<NoticeSort, string>

/** Counts all open transactions, not only those on the page. */
export function useCountsOfNotices(): Partial<Record<NoticeSort, string>> {
  const { data } = useAdminQuery('dashboard')
  return Object.fromEntries(
    noticeSorts.flatMap((sort) => {
      const waiting = data?.waiting.find(({ kind }) => kind === queueOf[sort])
      return waiting ? [[sort, countLabels(waiting)]] : []
    }),
  )
}
