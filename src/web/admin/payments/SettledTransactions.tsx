import { useState } from 'react'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { orderPath, TransactionDetails } from './TransactionRow.tsx'
import type { BankTransaction } from './transaction-labels.ts'
import { UndoTransactionDialog } from './UndoTransactionDialog.tsx'

/** Settled transactions, newest first; each can be reopened. */
export function SettledTransactions({ state }: { state: 'booked' | 'set_aside' }) {
  const cursor = Number(usePageUrl().get('after')) || undefined
  const transactions = useAdminQuery('bankTransactions', { query: { state, ...(cursor && { cursor }) } })
  const [undoTarget, setUndoTarget] = useState<BankTransaction>()
  const reopenButton = (transaction: BankTransaction) => (
    <Button
      kind="quiet"
      data-row-link
      className="relative z-10"
      aria-label={`Reopen ${formatDollars(transaction.amount)} from ${transaction.payer || 'an unnamed payer'}`}
      onClick={() => setUndoTarget(transaction)}
    >
      Reopen…
    </Button>
  )
  const columns: readonly DataColumn<BankTransaction>[] = [
    {
      id: 'payer',
      header: 'Payer',
      cell: (transaction) => <TransactionDetails transaction={transaction} />,
      className: 'max-w-96',
    },
    { id: 'amount', header: 'Amount', end: true, cell: ({ amount }) => <Money value={amount} /> },
    state === 'booked'
      ? { id: 'pays', header: 'Pays', cell: (transaction) => <PaidOrders transaction={transaction} /> }
      : { id: 'why', header: 'Reason', cell: ({ set_aside_reason }) => set_aside_reason },
    {
      id: 'who',
      header: 'Who',
      cell: ({ paid, set_aside_by }) => <span className="text-muted">{paid[0]?.created_by ?? set_aside_by}</span>,
    },
    {
      id: 'day',
      header: 'Day',
      cell: ({ value_date }) => value_date && formatCalendarDay(value_date),
      hiddenByDefault: true,
    },
    { id: 'do', header: '', end: true, cell: reopenButton },
  ]
  return (
    <>
      <Loaded query={transactions}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty title={state === 'booked' ? 'No recorded payments yet' : 'No payments set aside'}>
              {state === 'booked'
                ? 'Recorded bank payments appear here with their orders.'
                : 'Payments that match no order appear here with the reason.'}
            </Empty>
          ) : (
            <>
              <DataTable
                label={state === 'booked' ? 'Recorded payments' : 'Payments set aside'}
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                isStale={transactions.isPlaceholderData}
                mobileRow={(transaction) => (
                  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
                    <TransactionDetails transaction={transaction} />
                    <Money value={transaction.amount} className="justify-self-end" />
                    <div className="text-small">
                      {state === 'booked' ? <PaidOrders transaction={transaction} /> : transaction.set_aside_reason}
                    </div>
                    {reopenButton(transaction)}
                  </div>
                )}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      {undoTarget && <UndoTransactionDialog transaction={undoTarget} onClose={() => setUndoTarget(undefined)} />}
    </>
  )
}

const PaidOrders = ({ transaction: { paid, amount } }: { transaction: BankTransaction }) => (
  <ul>
    {paid.map(({ payment_id, order_id, amount: part }) => (
      <li key={payment_id}>
        <PageLink to={orderPath(order_id)} className="text-link tap-target figures">
          {order_id}
        </PageLink>
        {part !== amount && <span className="figures text-muted"> {formatDollars(part)}</span>}
      </li>
    ))}
  </ul>
)
