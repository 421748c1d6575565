import { adminPaths } from '#contract/admin-paths.ts'
import type { OrderRow } from '#contract/customers/calls.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { fulfillmentLabel, paymentLabel, statusLabel } from '../orders/state-labels.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'

export const OrderTable = ({ label, orders }: { label: string; orders: readonly OrderRow[] }) => (
  <DataTable
    label={label}
    rows={orders}
    columns={columns}
    idOf={({ id }) => String(id)}
    hrefOf={({ id }) => fillPath(adminPaths.order, { order_id: id })}
    mobileRow={mobileRow}
  />
)

const Status = (order: OrderRow) => <StateDot tone={statusLabel(order).tone}>{statusLabel(order).label}</StateDot>

const columns: readonly DataColumn<OrderRow>[] = [
  { id: 'id', header: 'Order', cell: ({ id }) => <span className="figures">{id}</span> },
  { id: 'status', header: 'Status', cell: (order) => <Status {...order} /> },
  { id: 'payment', header: 'Payment', cell: (order) => paymentLabel(order).label },
  { id: 'goods', header: 'Fulfillment', cell: (order) => fulfillmentLabel(order).label },
  { id: 'total', header: 'Total', end: true, cell: ({ order_total }) => formatDollars(order_total) },
  { id: 'at', header: 'When', end: true, cell: ({ created_at }) => <TimeAgo at={created_at} /> },
]

const mobileRow = (order: OrderRow) => (
  <span className="flex flex-wrap justify-between gap-x-3">
    <span className="grid min-w-0 grow basis-32">
      <span className="figures font-[560]">{order.id}</span>
      <Status {...order} />
    </span>
    <span className="ml-auto grid justify-items-end">
      <span className="figures">{formatDollars(order.order_total)}</span>
      <TimeAgo at={order.created_at} className="text-small text-muted" />
    </span>
  </span>
)
