import { useState } from 'react'
import { calendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { NoticeFacts, orderPath } from './TransactionRow.tsx'
import type { Notice } from './transaction-labels.ts'
import { UndoNoticeDialog } from './UndoTransactionDialog.tsx'

/** Settled transactions, newest first; each can be reopened. */
export function SettledNotices({ state }: { state: 'booked' | 'set_aside' }) {
  const before = Number(usePageUrl().get('after')) || undefined
  const notices = useAdminQuery('notices', { query: { state, ...(before && { before }) } })
  const [undoing, setUndoing] = useState<Notice>()
  const bringBack = (notice: Notice) => (
    <Button
      kind="quiet"
      data-row-link
      className="relative z-10"
      aria-label={`Reopen ${formatDollars(notice.amount)} from ${notice.payer || 'an unnamed payer'}`}
      onClick={() => setUndoing(notice)}
    >
      Reopen…
    </Button>
  )
  const columns: readonly DataColumn<Notice>[] = [
    { id: 'payer', head: 'Payer', cell: (notice) => <NoticeFacts notice={notice} />, className: 'max-w-96' },
    { id: 'amount', head: 'Amount', end: true, cell: ({ amount }) => <Money value={amount} /> },
    state === 'booked'
      ? { id: 'pays', head: 'Pays', cell: (notice) => <Pays notice={notice} /> }
      : { id: 'why', head: 'Reason', cell: ({ set_aside_reason }) => set_aside_reason },
    {
      id: 'who',
      head: 'Who',
      cell: ({ paid, set_aside_by }) => <span className="text-muted">{paid[0]?.created_by ?? set_aside_by}</span>,
    },
    { id: 'day', head: 'Day', cell: ({ value_date }) => value_date && calendarDay(value_date), isExtra: true },
    { id: 'do', head: '', end: true, cell: bringBack },
  ]
  return (
    <>
      <Loaded query={notices}>
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
                isStale={notices.isPlaceholderData}
                phone={(notice) => (
                  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
                    <NoticeFacts notice={notice} />
                    <Money value={notice.amount} className="justify-self-end" />
                    <div className="text-small">
                      {state === 'booked' ? <Pays notice={notice} /> : notice.set_aside_reason}
                    </div>
                    {bringBack(notice)}
                  </div>
                )}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      {undoing && <UndoNoticeDialog notice={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

const Pays = ({ notice: { paid, amount } }: { notice: Notice }) => (
  <ul>
    {paid.map(({ payment_id, order_id, amount: part }) => (
      <li key={payment_id}>
        <PageLink to={orderPath(order_id)} className="text-link reach figures">
          {order_id}
        </PageLink>
        {part !== amount && <span className="figures text-muted"> {formatDollars(part)}</span>}
      </li>
    ))}
  </ul>
)
