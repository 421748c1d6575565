import ChevronRight from 'lucide-react/icons/chevron-right'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { countWords } from '#contract/waiting-words.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../client/query.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { moneyTabPath } from './MoneyTabs.tsx'

type Kind = AdminAnswer<'dashboard'>['waiting'][number]['kind']

/** Everything that the sidebar counts under Money, in the order of a morning's work. */
export const moneyLines: readonly { kind: Kind; what: string; action: string; to: string }[] = [
  {
    kind: 'exact_notices',
    what: 'Notices that match exactly',
    action: 'Book them all at once.',
    to: `${adminPaths.notices}?sort=exact`,
  },
  {
    kind: 'probable_notices',
    what: 'Notices with one likely order',
    action: 'Read the reason, and book them one by one.',
    to: `${adminPaths.notices}?sort=probable`,
  },
  {
    kind: 'unknown_notices',
    what: 'Notices with no match, or several',
    action: 'Find the order, split them, or set them aside.',
    to: `${adminPaths.notices}?sort=unknown`,
  },
  {
    kind: 'claimed',
    what: 'Customers who say “I have paid”',
    action: 'Look for the payment; settle what is not there.',
    to: `${moneyTabPath('unpaid')}&which=claimed`,
  },
  {
    kind: 'overdue',
    what: 'Overdue orders that are not canceled',
    action: 'Something holds each of them: decide, or move the due date.',
    to: `${moneyTabPath('unpaid')}&which=overdue`,
  },
  {
    kind: 'owed',
    what: 'Orders that are owed and never fall due',
    action: 'The goods went out unpaid, or more was given back than came in: ask for the money.',
    to: `${moneyTabPath('unpaid')}&which=owed`,
  },
  {
    kind: 'checks_due',
    what: 'Checks past their hold period',
    action: 'Say whether they cleared.',
    to: moneyTabPath('uncleared'),
  },
  {
    kind: 'overpaid',
    what: 'Orders with a refund due',
    action: 'Give it back, then book the refund.',
    to: moneyTabPath('overpaid'),
  },
  {
    kind: 'months_to_close',
    what: 'Months to close',
    action: 'Look at the preview, and close them in order.',
    to: `${adminPaths.months}?only=to_close`,
  },
  {
    kind: 'open_payouts',
    what: 'Paid months with open payouts',
    action: 'Send what stayed open.',
    to: `${adminPaths.months}?only=open_payouts`,
  },
]

/** Pending payment tasks; each line links to its list. */
export function MoneyOverview() {
  const dashboard = useAdminQuery('dashboard')
  return (
    <Loaded query={dashboard}>
      {({ waiting }) => {
        const lines = moneyLines.flatMap((line) => {
          const waits = waiting.find(({ kind }) => kind === line.kind)
          return waits && waits.count > 0 ? [{ ...line, count: countWords(waits) }] : []
        })
        return lines.length === 0 ? (
          <Empty title="No money waits">Payments, checks and refunds that need somebody appear here.</Empty>
        ) : (
          <ul className="max-w-text border-t border-hairline">
            {lines.map(({ kind, what, action, to, count }) => (
              <li key={kind} className="border-b border-hairline">
                <PageLink to={to} className="flex min-h-14 items-center gap-5 py-2 hover:bg-sunken">
                  <span className="figures display w-14 shrink-0 text-right text-title">{count}</span>
                  <span className="grow">
                    {what}
                    <span className="block text-small text-muted">{action}</span>
                  </span>
                  <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden />
                </PageLink>
              </li>
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
