import type { AdminAnswer } from '#contract/admin-calls.ts'
import { calendarDay, isFree, paymentNames } from '#contract/orders/labels.ts'
import { Money } from '#web/ui/Money.tsx'
import { Ago } from '../../ui/TimeAgo.tsx'
import type { DataColumn } from '../../ui/DataTable.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { fulfillmentWord, paymentWord, statusWord } from '../state-labels.ts'

export type OrderRow = AdminAnswer<'managedOrders'>['data'][number]

const Word = ({ tone, words }: ReturnType<typeof statusWord>) => <StateDot tone={tone}>{words}</StateDot>

export const columns: readonly DataColumn<OrderRow>[] = [
  { id: 'id', head: 'Order', cell: ({ id }) => <span className="figures">{id}</span> },
  {
    id: 'name',
    head: 'Customer',
    sort: 'name',
    cell: ({ name }) => <span className="block truncate">{name}</span>,
    className: 'max-w-64',
  },
  { id: 'status', head: 'Status', cell: (row) => <Word {...statusWord(row)} /> },
  { id: 'payment', head: 'Payment', cell: (row) => <Word {...paymentWord(row)} /> },
  { id: 'goods', head: 'Fulfillment', cell: (row) => <Word {...fulfillmentWord(row)} /> },
  { id: 'type', head: 'Type', cell: ({ type, state }) => (type === 'P' ? 'Pickup' : `Delivery ${state ?? ''}`) },
  { id: 'units', head: 'Items', end: true, isExtra: true, cell: ({ units }) => units },
  {
    id: 'method',
    head: 'Paid by',
    isExtra: true,
    cell: (row) => (isFree(row) ? 'Nothing to pay' : paymentNames[row.method]),
  },
  {
    id: 'email',
    head: 'Email',
    isExtra: true,
    cell: ({ email }) => <span className="block truncate">{email}</span>,
    className: 'max-w-64',
  },
  { id: 'phone', head: 'Phone', isExtra: true, cell: ({ phone }) => phone, className: 'whitespace-nowrap' },
  {
    id: 'memo',
    head: 'Memo code',
    isExtra: true,
    cell: (row) => !isFree(row) && <span className="figures">{row.payment_reference}</span>,
  },
  {
    id: 'due',
    head: 'Due',
    sort: 'due',
    isExtra: true,
    cell: ({ due_on }) => due_on && calendarDay(due_on),
    className: 'whitespace-nowrap',
  },
  {
    id: 'placed',
    head: 'Placed',
    sort: 'placed',
    cell: ({ created_at }) => <Ago at={created_at} />,
    className: 'whitespace-nowrap',
  },
  {
    id: 'balance',
    head: 'Balance',
    end: true,
    isExtra: true,
    cell: ({ balance }) => <Money value={balance} />,
  },
  { id: 'total', head: 'Total', end: true, sort: 'total', cell: ({ order_total }) => <Money value={order_total} /> },
]

/** A row on phones: customer and total, then states. */
export const phoneRow = (row: OrderRow) => (
  <span className="grid grid-cols-1 gap-1">
    <span className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 truncate">
        <span className="figures font-[560]">{row.id}</span> {row.name}
      </span>
      <Money value={row.order_total} />
    </span>
    <span className="flex flex-wrap items-center justify-between gap-x-3 text-small text-muted">
      <Word {...(row.status === 'processing' ? paymentWord(row) : statusWord(row))} />
      {row.status === 'processing' && <Word {...fulfillmentWord(row)} />}
      <Ago at={row.created_at} className="ml-auto" />
    </span>
  </span>
)
