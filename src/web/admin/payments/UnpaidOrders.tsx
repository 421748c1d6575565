import More from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { MoveDueDate } from '../orders/order/MoveDueDate.tsx'
import { SettleClaim } from '../orders/order/SettleClaim.tsx'
import { IconButton } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { OrderLink } from './UnclearedChecks.tsx'
import { nextSteps, relativeDueDate, type UnpaidOrder } from './unpaid-labels.ts'

const FILTERS = {
  all: 'All due',
  overdue: 'Overdue',
  no_due_date: 'No due date',
  claimed: 'Customer says paid',
} as const
type Filter = keyof typeof FILTERS
const isFilter = (param: string | undefined): param is Filter => param !== undefined && param in FILTERS

/** Orders that await payment, with the next automatic step and its date. */
export function UnpaidOrders() {
  const url = usePageUrl()
  const param = url.get('filter')
  const filter = isFilter(param) ? param : 'all'
  const after = url.get('after')
  const orders = useAdminQuery('unpaidOrders', { query: { filter, ...(after && { after }) } })
  const canChange = useHasPermission('orders.change')
  const [movingId, setMovingId] = useState<number>()
  const [settlingId, setSettlingId] = useState<number>()
  const menu = (order: UnpaidOrder) => (
    <Menu
      trigger={
        <IconButton label={`More for order ${order.order_id}`} className="relative z-10">
          <More size={18} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => setMovingId(order.order_id)}>Change due date…</MenuItem>
      <MenuItem onSelect={() => setSettlingId(order.order_id)} disabled={order.claim === null}>
        No payment found…
      </MenuItem>
    </Menu>
  )
  return (
    <>
      <Tabs
        label="Filter"
        tabs={(Object.keys(FILTERS) as Filter[]).map((option) => ({
          label: FILTERS[option],
          to: url.with({ filter: option === 'all' ? undefined : option, after: undefined }),
          isCurrent: option === filter,
        }))}
      />
      <div className="grid grid-cols-1 gap-3 pt-3">
        <Loaded query={orders}>
          {({ data, next, switched_off }) => (
            <>
              {switched_off && (
                <Alert>Reminders and automatic cancellation are off: the setting “Banking days to pay” is 0.</Alert>
              )}
              {data.length === 0 ? (
                <Empty title={filter === 'all' ? 'No unpaid orders' : 'No orders here'}>
                  {filter === 'all' ? 'Unpaid orders appear here, earliest due date first.' : 'Nothing to review.'}
                </Empty>
              ) : (
                <DataTable
                  label="Unpaid orders"
                  rows={data}
                  columns={canChange ? [...columns, { id: 'do', header: '', end: true, cell: menu }] : columns}
                  idOf={({ order_id }) => String(order_id)}
                  isStale={orders.isPlaceholderData}
                  mobileRow={(order) => (
                    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
                      <span className="min-w-0 truncate">
                        <OrderLink id={order.order_id} /> {order.name}
                      </span>
                      <Money value={order.balance} />
                      <div className="text-small">
                        <DueDate order={order} />
                        <NextSteps order={order} />
                      </div>
                      {canChange && <span className="justify-self-end">{menu(order)}</span>}
                    </div>
                  )}
                />
              )}
              <NextPageLink next={next} />
              <p className="text-muted">
                Orders with no due date, such as those paid at the counter, are listed under{' '}
                <PageLink to={`${adminPaths.orders}?payment=unpaid`} className="text-link">
                  all unpaid orders
                </PageLink>
                .
              </p>
            </>
          )}
        </Loaded>
      </div>
      {movingId && (
        <OrderDialog orderId={movingId} title={`Due date of order ${movingId}`} onClose={() => setMovingId(undefined)}>
          {(record) => <MoveDueDate record={record} onClose={() => setMovingId(undefined)} />}
        </OrderDialog>
      )}
      {settlingId && (
        <OrderDialog
          orderId={settlingId}
          title={`No payment found for order ${settlingId}`}
          onClose={() => setSettlingId(undefined)}
        >
          {(record) => <SettleClaim record={record} onClose={() => setSettlingId(undefined)} />}
        </OrderDialog>
      )}
    </>
  )
}

function DueDate({ order: { due_on } }: { order: UnpaidOrder }) {
  if (due_on === null) return <StateDot tone="idle">no due date</StateDot>
  const today = shopDayOf(Date.now())
  return (
    <StateDot isSentence tone={due_on < today ? 'bad' : due_on === today ? 'waiting' : 'idle'}>
      <span title={formatCalendarDay(due_on)}>
        {formatCalendarDay(due_on)} <span className="text-muted">{relativeDueDate(due_on, today)}</span>
      </span>
    </StateDot>
  )
}

const NextSteps = ({ order }: { order: UnpaidOrder }) =>
  nextSteps(order).map((step) => (
    <span key={step} className="block break-words text-muted first:text-ink">
      {step}
    </span>
  ))

const columns: readonly DataColumn<UnpaidOrder>[] = [
  { id: 'order', header: 'Order', cell: ({ order_id }) => <OrderLink id={order_id} /> },
  { id: 'name', header: 'Customer', cell: ({ name }) => name },
  { id: 'due', header: 'Due', cell: (order) => <DueDate order={order} /> },
  { id: 'then', header: 'Next step', cell: (order) => <NextSteps order={order} />, className: 'max-w-form' },
  { id: 'balance', header: 'Balance due', end: true, cell: ({ balance }) => <Money value={balance} /> },
]
