import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { cx } from '#web/ui/cx.ts'
import { ScrollRegion } from '#web/ui/ScrollRegion.tsx'
import { Section } from '../../ui/Section.tsx'
import { LedgerRow } from './LedgerRow.tsx'
import { balanceLabel } from './ledger-labels.ts'
import type { OrderRecord } from './order-record.ts'
import { TaskButton } from './TaskButton.tsx'

/** Ledger: each entry with the balance after it, down to the open balance. */
export function OrderMoney({ record }: { record: OrderRecord }) {
  const { ledger, money, bank_transactions, order } = record
  const undoneIds = new Set(ledger.map(({ corrects_id }) => corrects_id))
  const today = shopDayOf(Date.now())
  return (
    <Section
      title="Money"
      actions={
        <>
          <TaskButton task="pay" record={record}>
            Record a payment{' '}
          </TaskButton>
          <TaskButton task="refund" record={record}>
            Refund
          </TaskButton>
        </>
      }
    >
      <ScrollRegion aria-label="Ledger of the order">
        <table aria-label="Ledger" className="figures w-full text-left wrap-anywhere">
          <thead className="text-small text-muted">
            <tr className="*:border-b *:border-hairline *:py-1.5 *:pr-4 *:font-normal *:last:pr-0">
              <th scope="col" className="w-30 max-sm:hidden">
                Day
              </th>
              <th scope="col">Entry</th>
              <th scope="col" className="w-28 text-right max-sm:pr-0">
                Change
              </th>
              <th scope="col" className="w-28 text-right max-sm:hidden">
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {ledger.map((entry) => (
              <LedgerRow
                key={`${entry.entry}${entry.id}`}
                entry={entry}
                order={order}
                isUndone={entry.entry === 'payment' && undoneIds.has(entry.id)}
                transaction={bank_transactions.find(
                  ({ payment_id }) => entry.entry === 'payment' && payment_id === entry.id,
                )}
                today={today}
              />
            ))}
          </tbody>
          <tfoot>
            <tr className="font-[560] *:py-2">
              <td className="max-sm:hidden" />
              <th scope="row" className="font-[560]">
                {balanceLabel(money.balance)}
                {money.balance > 0 && money.balance <= money.tolerance && (
                  <span className="font-normal text-muted"> (within the tolerance: counts as paid)</span>
                )}
              </th>
              <td className="max-sm:hidden" />
              <td className={cx('text-right whitespace-nowrap', money.balance < 0 && 'text-danger')}>
                {formatDollars(Math.abs(money.balance))}
              </td>
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </Section>
  )
}
