import { useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { statusNames } from '#contract/order-words.ts'
import { Money } from '#web/ui/Money.tsx'
import { useAdminQuery } from '../client/query.ts'
import { useMay } from '../client/session.tsx'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Older } from '../ui/Older.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { OrderLink } from './UnclearedChecks.tsx'

type Overpaid = AdminAnswer<'overpaidOrders'>['data'][number]

const why = ({ refund_unknown, status, approval }: Overpaid): string => {
  if (approval === 'approved') return 'Approved: send the money, then record it.'
  if (approval === 'proposed') return 'Waits for a second person.'
  if (refund_unknown)
    return 'Paid and canceled before there was a ledger: it is unknown whether it was refunded. If it was, record the refund; if not, refund it first.'
  return status === 'canceled' ? 'Canceled after it was paid.' : 'Overpaid or credited.'
}

/** Orders with a refund due, oldest first. */
export function OverpaidOrders() {
  const after = Number(usePageUrl().get('after')) || undefined
  const orders = useAdminQuery('overpaidOrders', { query: { ...(after && { after }) } })
  const mayRefund = useMay('payments.refund')
  const [refunding, setRefunding] = useState<number>()
  const refund = ({ order_id }: Overpaid) => (
    <Button className="relative z-10" aria-label={`Refund of order ${order_id}`} onClick={() => setRefunding(order_id)}>
      Refund…
    </Button>
  )
  return (
    <>
      <Loaded query={orders}>
        {({ data, next }) =>
          data.length === 0 && after === undefined ? (
            <Empty title="No refunds due">Overpayments, returns and paid orders that were canceled appear here.</Empty>
          ) : (
            <>
              {!mayRefund && <p className="pb-3 text-muted">Only managers and owners can refund.</p>}
              <DataTable
                label="Refunds due"
                rows={data}
                columns={mayRefund ? [...columns, { id: 'do', head: '', end: true, cell: refund }] : columns}
                idOf={({ order_id }) => String(order_id)}
                isStale={orders.isPlaceholderData}
                phone={(order) => (
                  <div className="grid grid-cols-1 gap-1">
                    <p className="flex min-w-0 justify-between gap-3">
                      <span className="min-w-0 truncate">
                        <OrderLink id={order.order_id} /> {order.name}
                      </span>
                      <Money value={order.overpaid} />
                    </p>
                    <p className="text-small text-muted">{why(order)}</p>
                    {mayRefund && <div className="justify-self-start">{refund(order)}</div>}
                  </div>
                )}
              />
              <Older next={next} />
            </>
          )
        }
      </Loaded>
      {refunding !== undefined && <RefundDialog orderId={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}

const columns: readonly DataColumn<Overpaid>[] = [
  { id: 'order', head: 'Order', cell: ({ order_id }) => <OrderLink id={order_id} /> },
  { id: 'name', head: 'Buyer', cell: ({ name }) => name },
  { id: 'status', head: 'Status', cell: ({ status }) => statusNames[status] },
  {
    id: 'why',
    head: 'Why',
    cell: (order) => <span className="text-muted">{why(order)}</span>,
    className: 'max-w-form',
  },
  { id: 'overpaid', head: 'Refund due', end: true, cell: ({ overpaid }) => <Money value={overpaid} /> },
]
