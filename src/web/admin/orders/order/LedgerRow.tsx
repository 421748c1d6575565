import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { adminUrl } from '#web/admin/api/api.ts'
import { cx } from '#web/ui/cx.ts'
import { formatDateTime } from '../../ui/TimeAgo.tsx'
import { formatShortDay } from './day-labels.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { formatSigned, ledgerNotes, ledgerTitle } from './ledger-labels.ts'
import type { LedgerEntry, OrderRecord } from './order-record.ts'

type LedgerRowProps = {
  entry: LedgerEntry
  order: OrderRecord['order']
  isUndone: boolean
  /** The bank transaction it was booked from. */
  transaction: OrderRecord['bank_transactions'][number] | undefined
  today: string
}

/** A ledger entry: kind, author, effect on the balance, and the balance after it. */
export function LedgerRow({ entry, order, isUndone, transaction, today }: LedgerRowProps) {
  const day = formatShortDay(entry.value_date ?? shopDayOf(Date.parse(entry.created_at ?? order.created_at)))
  const notes = [
    ...ledgerNotes(entry, today),
    transaction &&
      `bank payment ${transaction.id} of ${formatDollars(transaction.amount)}${transaction.payer && `, ${transaction.payer}`}`,
  ].filter(Boolean)
  return (
    <tr className="align-top *:border-b *:border-hairline *:py-2 *:pr-4 *:last:pr-0">
      <td className="whitespace-nowrap text-muted max-sm:hidden">{day}</td>
      <td className="min-w-0 break-words">
        <div className="flex flex-wrap items-center gap-x-1">
          <p className={cx(isUndone && 'line-through decoration-muted')}>
            {ledgerTitle(entry)}
            {isUndone && <span className="sr-only"> (undone)</span>}
          </p>
          <EntryMenu entry={entry} isUndone={isUndone} today={today} />
        </div>
        {notes.length > 0 && <p className="text-small">{notes.join(' · ')}</p>}
        <p className="text-small text-muted">
          <span className="sm:hidden">{day}</span>
          {entry.created_by !== null && (
            <>
              <span className="sm:hidden">, </span>
              {entry.created_by}
              {entry.created_at !== null && (
                <span className="max-sm:hidden">{`, ${formatDateTime(entry.created_at)}`}</span>
              )}
            </>
          )}
        </p>
        {entry.number !== null && (
          <a
            className="text-link text-small"
            href={adminUrl('staffCreditNote', { params: { order_id: order.id, number: entry.number } })}
            target="_blank"
            rel="noreferrer"
          >
            {`Credit note ${entry.number} (PDF)`}
          </a>
        )}
      </td>
      <td className="text-right whitespace-nowrap max-sm:pr-0">
        {formatSigned(entry.change)}
        <p className="text-small text-muted sm:hidden">
          <span className="sr-only">balance </span>
          {formatDollars(entry.balance)}
        </p>
      </td>
      <td className="text-right whitespace-nowrap text-muted max-sm:hidden">{formatDollars(entry.balance)}</td>
    </tr>
  )
}
