import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { UnclearedOrders } from './UnclearedOrders.tsx'
import { type OrderToPack, useOrdersToPack, type View, views } from './use-orders-to-pack.ts'

const viewLabels: Record<View, string> = { paid: 'Paid', unpaid: 'Not paid yet' }
const emptyMessages: Record<View, [title: string, text: string]> = {
  paid: ['Nothing to pack', 'Paid orders appear here automatically, oldest first.'],
  unpaid: ['No unpaid orders', 'You can pack orders before they are paid.'],
}

/** Selects orders to pack together; defaults to all open ones. */
export function ChooseOrders({ onStart }: { onStart: (ids: number[]) => void }) {
  const url = usePageUrl()
  const param = url.get('view') ?? ''
  const view = (Object.keys(views).includes(param) ? param : 'paid') as View
  const query = useOrdersToPack(view)
  const [selected, setSelected] = useState<RowSelectionState>({})
  const orders = query.data ?? []
  const selectedOrders = orders.filter(({ id }) => selected[id])
  const toPack = selectedOrders.length > 0 ? selectedOrders : orders
  const uncleared = toPack.flatMap(({ id, clears_on }) => (clears_on === null ? [] : [{ id, clearsOn: clears_on }]))
  const [isConfirming, setConfirming] = useState(false)
  const startWith = (orders: readonly OrderToPack[]) => orders.length > 0 && onStart(orders.map(({ id }) => id))
  const start = () => (uncleared.length > 0 ? setConfirming(true) : startWith(toPack))
  const cleared = toPack.filter(({ clears_on }) => clears_on === null)

  return (
    <div className="max-w-text">
      <PageHeader title="Pack" note={query.data && (orders.length === 1 ? '1 order' : `${orders.length} orders`)}>
        <Tabs
          label="Orders to pack"
          tabs={(Object.keys(views) as View[]).map((name) => ({
            label: viewLabels[name],
            to: url.with({ view: name === 'paid' ? undefined : name }),
            isCurrent: name === view,
          }))}
        />
      </PageHeader>
      <Loaded query={query}>
        {(data) =>
          data.length === 0 ? (
            <Empty title={emptyMessages[view][0]}>{emptyMessages[view][1]}</Empty>
          ) : (
            <>
              <DataTable
                label={`${viewLabels[view]}: orders to pack`}
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                hrefOf={({ id }) => fillPath(adminPaths.order, { order_id: id })}
                selection={{ selected, change: setSelected }}
                mobileRow={(order) => <MobileRow order={order} />}
              />
              <div className="sticky bottom-0 -mx-4 mt-4 border-t border-hairline bg-paper px-4 py-3 sm:mx-0 sm:px-0">
                <Button kind="primary" className="w-full max-sm:min-h-14 sm:w-auto" onClick={start}>
                  {selectedOrders.length > 0 ? `Pack ${selectedOrders.length} selected` : `Pack all ${data.length}`}
                </Button>
              </div>
              <Dialog open={isConfirming} onClose={() => setConfirming(false)} title="Pack before checks clear?">
                <div className="grid grid-cols-1 gap-4">
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

const deliveryLabel = ({ type, clears_on }: OrderToPack): string =>
  [type === 'P' ? 'Pickup' : 'Delivery', clears_on !== null && 'not cleared'].filter(Boolean).join(' · ')

const columns: DataColumn<OrderToPack>[] = [
  { id: 'order', header: 'Order', cell: ({ id }) => <span className="figures">{id}</span> },
  { id: 'name', header: 'For', cell: ({ name }) => name },
  { id: 'how', header: 'How', cell: deliveryLabel },
  { id: 'age', header: 'Placed', cell: ({ created_at }) => <TimeAgo at={created_at} />, end: true },
]

const MobileRow = ({ order }: { order: OrderToPack }) => (
  <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
    <span className="truncate font-[560]">{order.name}</span>
    <span className="figures text-right">{order.id}</span>
    <span className="text-small text-muted">{deliveryLabel(order)}</span>
    <span className="text-small text-muted">
      <TimeAgo at={order.created_at} />
    </span>
  </span>
)
