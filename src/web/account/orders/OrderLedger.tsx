import type { ReactNode } from 'react'
import type { Order } from '#contract/orders/calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { ledgerLabel } from '#contract/orders/timeline-labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'

/** Ledger of an order, adding up to the balance row by row; null when the total is self-explanatory. */
export function OrderLedger({ order }: { order: Order }) {
  const { ledger, order_total, balance } = order
  if (!needsExplanation(order)) return null
  return (
    <dl className="figures text-note">
      <Row label="Total" amount={order_total} />
      {ledger.map((entry, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          key={index}
          label={
            <>
              {ledgerLabel(entry)}
              <span className="block text-muted">{formatCalendarDay(entry.day)}</span>
            </>
          }
          amount={entry.change}
          sign
        />
      ))}
      <Row
        label={balance <= 0 ? 'Balance' : isWaived(order) ? 'Balance, waived' : 'Balance due'}
        amount={balance}
        strong
      />
    </dl>
  )
}

/** An order counts as paid up to the shop's tolerance. */
const isWaived = ({ payment_state }: Order): boolean => payment_state === 'paid' || payment_state === 'partly_refunded'

/** A single payment in full and a cancellation before any payment need no explanation. */
function needsExplanation({ ledger, balance }: Order): boolean {
  if (ledger.length === 1) return balance !== 0
  return ledger.some(({ kind }) => kind !== 'cancellation' && kind !== 'reinstatement')
}

type RowProps = { label: ReactNode; amount: number; sign?: boolean; strong?: boolean }

const Row = ({ label, amount, sign, strong }: RowProps) => (
  <div
    className={cx(
      'flex items-baseline justify-between gap-6 border-hairline py-1.5 first:pt-0',
      strong ? 'mt-1.5 border-t border-ink pt-2.5 text-body font-[580]' : '',
    )}
  >
    <dt>{label}</dt>
    <dd className="text-right whitespace-nowrap">
      {sign && amount > 0 && '+'}
      {formatDollars(amount)}
    </dd>
  </div>
)
