import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { UnclearedOrders } from './UnclearedOrders.tsx'
import { type OrderToPack, useOrdersToPack, type View, views } from './use-orders-to-pack.ts'

const labels: Record<View, string> = { paid: 'Paid', unpaid: 'Not paid yet' }
const empty: Record<View, [title: string, words: string]> = {
  paid: ['Nothing to pack', 'Paid orders appear here automatically, oldest first.'],
  unpaid: ['No unpaid orders', 'You can pack orders before they are paid.'],
}

/** Selects orders to pack together; defaults to all open ones. */
export function ChooseOrders({ onStart }: { onStart: (ids: number[]) => void }) {
  const url = usePageUrl()
  const wanted = url.get('view') ?? ''
  const view = (Object.keys(views).includes(wanted) ? wanted : 'paid') as View
  const query = useOrdersToPack(view)
  const [selected, setSelected] = useState<RowSelectionState>({})
  const orders = query.data ?? []
  const chosen = orders.filter(({ id }) => selected[id])
  const toPack = chosen.length > 0 ? chosen : orders
  const uncleared = toPack.flatMap(({ id, clears_on }) => (clears_on === null ? [] : [{ id, clearsOn: clears_on }]))
  const [asks, setAsks] = useState(false)
  const startWith = (orders: readonly OrderToPack[]) => orders.length > 0 && onStart(orders.map(({ id }) => id))
  const start = () => (uncleared.length > 0 ? setAsks(true) : startWith(toPack))
  const cleared = toPack.filter(({ clears_on }) => clears_on === null)

  return (
    <div className="max-w-text">
      <PageHead title="Pack" note={query.data && (orders.length === 1 ? '1 order' : `${orders.length} orders`)}>
        <Tabs
          label="Orders to pack"
          tabs={(Object.keys(views) as View[]).map((name) => ({
            label: labels[name],
            to: url.with({ view: name === 'paid' ? undefined : name }),
            isCurrent: name === view,
          }))}
        />
      </PageHead>
      <Loaded query={query}>
        {(data) =>
          data.length === 0 ? (
            <Empty title={empty[view][0]}>{empty[view][1]}</Empty>
          ) : (
            <>
              <DataTable
                label={`${labels[view]}: orders to pack`}
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                toOf={({ id }) => fillPath(adminPaths.order, { order_id: id })}
                selection={{ selected, change: setSelected }}
                phone={(order) => <PhoneRow order={order} />}
              />
              <div className="sticky bottom-0 -mx-4 mt-4 border-t border-hairline bg-paper px-4 py-3 sm:mx-0 sm:px-0">
                <Button kind="primary" className="w-full max-sm:min-h-14 sm:w-auto" onClick={start}>
                  {chosen.length > 0 ? `Pack ${chosen.length} chosen` : `Pack all ${data.length}`}
                </Button>
              </div>
              <Dialog open={asks} onClose={() => setAsks(false)} title="Pack before checks clear?">
                <div className="grid gap-4">
                  <UnclearedOrders orders={uncleared} />
                  <div className="flex flex-wrap gap-2">
                    {cleared.length > 0 && (
                      <Button kind="primary" onClick={() => startWith(cleared)}>
                        Leave {uncleared.length === 1 ? 'it' : 'them'} out
                      </Button>
                    )}
                    <Button onClick={() => startWith(toPack)}>
                      {toPack.length === 1 ? 'Pack it anyway' : `Pack all ${toPack.length} anyway`}
                    </Button>
                  </div>
                </div>
              </Dialog>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const how = ({ type, clears_on }: OrderToPack): string =>
  [type === 'P' ? 'Pickup' : 'Delivery', clears_on !== null && 'not cleared'].filter(Boolean).join(' · ')

const columns: DataColumn<OrderToPack>[] = [
  { id: 'order', head: 'Order', cell: ({ id }) => <span className="figures">{id}</span> },
  { id: 'name', head: 'For', cell: ({ name }) => name },
  { id: 'how', head: 'How', cell: how },
  { id: 'age', head: 'Placed', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
]

const PhoneRow = ({ order }: { order: OrderToPack }) => (
  <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
    <span className="truncate font-[560]">{order.name}</span>
    <span className="figures text-right">{order.id}</span>
    <span className="text-small text-muted">{how(order)}</span>
    <span className="text-small text-muted">
      <Ago at={order.created_at} />
    </span>
  </span>
)
