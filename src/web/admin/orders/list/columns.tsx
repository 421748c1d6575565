import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatCalendarDay, isFree, paymentNames } from '#contract/orders/labels.ts'
import { Money } from '#web/ui/Money.tsx'
import type { DataColumn } from '../../ui/DataTable.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { fulfillmentLabel, paymentLabel, statusLabel } from '../state-labels.ts'

export type OrderRow = AdminResponse<'managedOrders'>['data'][number]

const StateBadge = ({ tone, label }: ReturnType<typeof statusLabel>) => <StateDot tone={tone}>{label}</StateDot>

export const columns: readonly DataColumn<OrderRow>[] = [
  { id: 'id', header: 'Order', cell: ({ id }) => <span className="figures">{id}</span> },
  {
    id: 'name',
    header: 'Customer',
    sort: 'name',
    cell: ({ name }) => <span className="block truncate">{name}</span>,
    className: 'max-w-64',
  },
  { id: 'status', header: 'Status', cell: (row) => <StateBadge {...statusLabel(row)} /> },
  { id: 'payment', header: 'Payment', cell: (row) => <StateBadge {...paymentLabel(row)} /> },
  { id: 'goods', header: 'Fulfillment', cell: (row) => <StateBadge {...fulfillmentLabel(row)} /> },
  { id: 'type', header: 'Type', cell: ({ type, state }) => (type === 'P' ? 'Pickup' : `Delivery ${state ?? ''}`) },
  { id: 'units', header: 'Items', end: true, hiddenByDefault: true, cell: ({ units }) => units },
  {
    id: 'method',
    header: 'Paid by',
    hiddenByDefault: true,
    cell: (row) => (isFree(row) ? 'Nothing to pay' : paymentNames[row.method]),
  },
  {
    id: 'email',
    header: 'Email',
    hiddenByDefault: true,
    cell: ({ email }) => <span className="block truncate">{email}</span>,
    className: 'max-w-64',
  },
  { id: 'phone', header: 'Phone', hiddenByDefault: true, cell: ({ phone }) => phone, className: 'whitespace-nowrap' },
  {
    id: 'memo',
    header: 'Memo code',
    hiddenByDefault: true,
    cell: (row) => !isFree(row) && <span className="figures">{row.payment_reference}</span>,
  },
  {
    id: 'due',
    header: 'Due',
    sort: 'due',
    hiddenByDefault: true,
    cell: ({ due_on }) => due_on && formatCalendarDay(due_on),
    className: 'whitespace-nowrap',
  },
  {
    id: 'placed',
    header: 'Placed',
    sort: 'placed',
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
    className: 'whitespace-nowrap',
  },
  {
    id: 'balance',
    header: 'Balance',
    end: true,
    hiddenByDefault: true,
    cell: ({ balance }) => <Money value={balance} />,
  },
  { id: 'total', header: 'Total', end: true, sort: 'total', cell: ({ order_total }) => <Money value={order_total} /> },
]

/** A row on phones: customer and total, then states. */
export const mobileRow = (row: OrderRow) => (
  <span className="grid grid-cols-1 gap-1">
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 truncate">
        <span className="figures font-[560]">{row.id}</span> {row.name}
      </span>
      <Money value={row.order_total} />
    </span>
    <span className="flex flex-wrap items-center justify-between gap-x-3 text-small text-muted">
      <StateBadge {...(row.status === 'processing' ? paymentLabel(row) : statusLabel(row))} />
      {row.status === 'processing' && <StateBadge {...fulfillmentLabel(row)} />}
      <TimeAgo at={row.created_at} className="ml-auto" />
    </span>
  </span>
)
