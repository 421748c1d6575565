import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { noticeSorts, sortLabels } from './transaction-labels.ts'
import { useCountsOfNotices } from './use-transaction-counts.ts'

/** Open transactions, all or by kind, and settled ones. */
export function NoticeTabs() {
  const url = usePageUrl()
  const counts = useCountsOfNotices()
  const [state, match] = [url.get('state'), url.get('match')]
  const to = (changes: { state?: string; match?: string }) =>
    url.with({ state: undefined, match: undefined, after: undefined, ...changes })
  return (
    <Tabs
      label="Bank payments"
      tabs={[
        { label: 'Open', to: to({}), isCurrent: state === undefined && match === undefined },
        ...noticeSorts.map((each) => ({
          label: sortLabels[each].title,
          to: to({ match: each }),
          isCurrent: state === undefined && match === each,
          ...(counts[each] !== undefined && { count: counts[each] }),
        })),
        { label: 'Recorded', to: to({ state: 'booked' }), isCurrent: state === 'booked' },
        { label: 'Set aside', to: to({ state: 'set_aside' }), isCurrent: state === 'set_aside' },
      ]}
    />
  )
}
