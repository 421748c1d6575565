import { adminPaths } from '#contract/admin-paths.ts'
import type { OrderRow } from '#contract/customers/calls.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { fulfillmentWord, paymentWord, statusWord } from '../orders/state-labels.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { StateDot } from '../ui/StateDot.tsx'

export const OrderTable = ({ label, orders }: { label: string; orders: readonly OrderRow[] }) => (
  <DataTable
    label={label}
    rows={orders}
    columns={columns}
    idOf={({ id }) => String(id)}
    toOf={({ id }) => fillPath(adminPaths.order, { order_id: id })}
    phone={phoneRow}
  />
)

const Status = (order: OrderRow) => <StateDot tone={statusWord(order).tone}>{statusWord(order).words}</StateDot>

const columns: readonly DataColumn<OrderRow>[] = [
  { id: 'id', head: 'Order', cell: ({ id }) => <span className="figures">{id}</span> },
  { id: 'status', head: 'Status', cell: (order) => <Status {...order} /> },
  { id: 'payment', head: 'Payment', cell: (order) => paymentWord(order).words },
  { id: 'goods', head: 'Fulfillment', cell: (order) => fulfillmentWord(order).words },
  { id: 'total', head: 'Total', end: true, cell: ({ order_total }) => formatDollars(order_total) },
  { id: 'at', head: 'When', end: true, cell: ({ created_at }) => <Ago at={created_at} /> },
]

const phoneRow = (order: OrderRow) => (
  <span className="flex flex-wrap justify-between gap-x-3">
    <span className="grid min-w-0 grow basis-32">
      <span className="figures font-[560]">{order.id}</span>
      <Status {...order} />
    </span>
    <span className="ml-auto grid justify-items-end">
      <span className="figures">{formatDollars(order.order_total)}</span>
      <Ago at={order.created_at} className="text-small text-muted" />
    </span>
  </span>
)
