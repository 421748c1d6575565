import ChevronRight from 'lucide-react/icons/chevron-right'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { countLabel } from '#contract/reporting/queue-labels.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { moneyTabPath } from './MoneyTabs.tsx'

type Kind = AdminResponse<'dashboard'>['waiting'][number]['kind']

/** Everything that the sidebar counts under Money, in the order of a morning's work. */
export const moneyLines: readonly { kind: Kind; label: string; action: string; to: string }[] = [
  {
    kind: 'exact_matches',
    label: 'Payments that match exactly',
    action: 'Record them all at once.',
    to: `${adminPaths.bankTransactions}?match=exact`,
  },
  {
    kind: 'probable_matches',
    label: 'Payments with one likely order',
    action: 'Check the reason, then record them one by one.',
    to: `${adminPaths.bankTransactions}?match=probable`,
  },
  {
    kind: 'unmatched_payments',
    label: 'Payments with no match, or several',
    action: 'Find the order, split the payment, or set it aside.',
    to: `${adminPaths.bankTransactions}?match=unknown`,
  },
  {
    kind: 'claimed',
    label: 'Customers who say they’ve paid',
    action: 'Look for the payment, or settle the claim if there is none.',
    to: `${moneyTabPath('unpaid')}&filter=claimed`,
  },
  {
    kind: 'overdue',
    label: 'Overdue orders that won’t be canceled',
    action: 'Each one is on hold. Review it or change the due date.',
    to: `${moneyTabPath('unpaid')}&filter=overdue`,
  },
  {
    kind: 'no_due_date',
    label: 'Unpaid orders with no due date',
    action: 'Handed over unpaid, or refunded too much. Request payment.',
    to: `${moneyTabPath('unpaid')}&filter=no_due_date`,
  },
  {
    kind: 'checks_due',
    label: 'Checks past their hold period',
    action: 'Mark them as cleared or bounced.',
    to: moneyTabPath('uncleared'),
  },
  {
    kind: 'overpaid',
    label: 'Orders with a refund due',
    action: 'Send the refund, then record it.',
    to: moneyTabPath('overpaid'),
  },
  {
    kind: 'months_to_close',
    label: 'Months to close',
    action: 'Check the preview, then close them in order.',
    to: `${adminPaths.months}?only=to_close`,
  },
  {
    kind: 'open_payouts',
    label: 'Paid months with open payouts',
    action: 'Send the open payouts.',
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
          const queue = waiting.find(({ kind }) => kind === line.kind)
          return queue && queue.count > 0 ? [{ ...line, count: countLabel(queue) }] : []
        })
        return lines.length === 0 ? (
          <Empty title="Nothing to do">Payments, checks and refunds that need attention appear here.</Empty>
        ) : (
          <ul className="max-w-text border-t border-hairline">
            {lines.map(({ kind, label, action, to, count }) => (
              <li key={kind} className="border-b border-hairline">
                <PageLink to={to} className="flex min-h-14 items-center gap-3 py-2 sm:gap-5 hover:bg-sunken">
                  <span className="figures display w-14 shrink-0 text-right text-title">{count}</span>
                  <span className="min-w-0 grow wrap-anywhere">
                    {label}
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
