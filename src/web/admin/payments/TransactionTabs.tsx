import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { matchKindLabels, matchKinds } from './transaction-labels.ts'
import { useTransactionCounts } from './use-transaction-counts.ts'

/** Open transactions, all or by kind, and settled ones. */
export function TransactionTabs() {
  const url = usePageUrl()
  const counts = useTransactionCounts()
  const [state, match] = [url.get('state'), url.get('match')]
  const tabHref = (changes: { state?: string; match?: string }) =>
    url.with({ state: undefined, match: undefined, after: undefined, ...changes })
  return (
    <Tabs
      label="Bank payments"
      tabs={[
        { label: 'Open', to: tabHref({}), isCurrent: state === undefined && match === undefined },
        ...matchKinds.map((kind) => ({
          label: matchKindLabels[kind].title,
          to: tabHref({ match: kind }),
          isCurrent: state === undefined && match === kind,
          ...(counts[kind] !== undefined && { count: counts[kind] }),
        })),
        { label: 'Recorded', to: tabHref({ state: 'booked' }), isCurrent: state === 'booked' },
        { label: 'Set aside', to: tabHref({ state: 'set_aside' }), isCurrent: state === 'set_aside' },
      ]}
    />
  )
}
