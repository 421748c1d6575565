import { countLabel } from '#contract/reporting/queue-labels.ts'
import { useAdminQuery } from '../api/query.ts'
import { type MatchKind, matchKinds } from './transaction-labels.ts'

const queueKinds = {
  exact: 'exact_matches',
  probable: 'probable_matches',
  unknown: 'unmatched_payments',
} as const satisfies Record<MatchKind, string>

/** Counts all open transactions, not only those on the page. */
export function useTransactionCounts(): Partial<Record<MatchKind, string>> {
  const { data } = useAdminQuery('dashboard')
  return Object.fromEntries(
    matchKinds.flatMap((kind) => {
      const queue = data?.waiting.find((entry) => entry.kind === queueKinds[kind])
      return queue ? [[kind, countLabel(queue)]] : []
    }),
  )
}
