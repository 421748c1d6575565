import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { statusNames } from '#contract/orders/labels.ts'
import { Money } from '#web/ui/Money.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { OverpaidRefund } from './OverpaidRefund.tsx'
import { OrderLink } from './UnclearedChecks.tsx'

type Overpaid = AdminResponse<'overpaidOrders'>['data'][number]

const refundReason = ({ refund_unknown, status, approval }: Overpaid): string => {
  if (approval === 'approved') return 'Approved: send the money, then record it.'
  if (approval === 'proposed') return 'Needs a second approval.'
  if (refund_unknown)
    return 'Paid and canceled before the ledger existed, so it may already be refunded. If it isn’t, send the refund first, then record it.'
  return status === 'canceled' ? 'Canceled after payment.' : 'Overpaid or credited.'
}

/** Orders with a refund due, oldest first. */
export function OverpaidOrders() {
  const after = Number(usePageUrl().get('after')) || undefined
  const orders = useAdminQuery('overpaidOrders', { query: { ...(after && { after }) } })
  const canRefund = useHasPermission('payments.refund')
  const [refundOrderId, setRefundOrderId] = useState<number>()
  const refund = ({ order_id }: Overpaid) => (
    <Button
      className="relative z-10"
      aria-label={`Refund order ${order_id}`}
      onClick={() => setRefundOrderId(order_id)}
    >
      Refund…
    </Button>
  )
  return (
    <>
      <Loaded query={orders}>
        {({ data, next }) =>
          data.length === 0 && after === undefined ? (
            <Empty title="No refunds due">Overpayments, returns and canceled paid orders appear here.</Empty>
          ) : (
            <>
              {!canRefund && <p className="pb-3 text-muted">Only managers and owners can refund.</p>}
              <DataTable
                label="Refunds due"
                rows={data}
                columns={canRefund ? [...columns, { id: 'do', header: '', end: true, cell: refund }] : columns}
                idOf={({ order_id }) => String(order_id)}
                isStale={orders.isPlaceholderData}
                mobileRow={(order) => (
                  <div className="grid grid-cols-1 gap-1">
                    <p className="flex min-w-0 justify-between gap-3">
                      <span className="min-w-0 truncate">
                        <OrderLink id={order.order_id} /> {order.name}
                      </span>
                      <Money value={order.overpaid} />
                    </p>
                    <p className="text-small text-muted">{refundReason(order)}</p>
                    {canRefund && <div className="justify-self-start">{refund(order)}</div>}
                  </div>
                )}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      {refundOrderId !== undefined && (
        <OverpaidRefund orderId={refundOrderId} onClose={() => setRefundOrderId(undefined)} />
      )}
    </>
  )
}

const columns: readonly DataColumn<Overpaid>[] = [
  { id: 'order', header: 'Order', cell: ({ order_id }) => <OrderLink id={order_id} /> },
  { id: 'name', header: 'Customer', cell: ({ name }) => name },
  { id: 'status', header: 'Status', cell: ({ status }) => statusNames[status] },
  {
    id: 'why',
    header: 'Reason',
    cell: (order) => <span className="text-muted">{refundReason(order)}</span>,
    className: 'max-w-form',
  },
  { id: 'overpaid', header: 'Refund due', end: true, cell: ({ overpaid }) => <Money value={overpaid} /> },
]
