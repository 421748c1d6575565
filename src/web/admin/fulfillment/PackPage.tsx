import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { Forbidden, LoadedPage } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { AllPacked } from './AllPacked.tsx'
import { ChooseOrders } from './ChooseOrders.tsx'
import { PackOneOrder } from './PackOneOrder.tsx'
import { PickList } from './PickList.tsx'
import type { PackList, PackOrder } from './steps.ts'
import { type PackingProps, usePacking } from './use-packing.ts'

export default function PackPage() {
  return useHasPermission('shipments.change') ? <Pack /> : <Forbidden />
}

const END = 'end'
const ID_LIST = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/

/** One-handed packing on a phone (docs/back-office §8): select, pick along the shelves, then pack order by order. */
function Pack() {
  const url = usePageUrl()
  const packing = usePacking()
  const ids = url.get('orders') ?? ''
  if (!ID_LIST.test(ids))
    return (
      <ChooseOrders
        onStart={(selectedIds) => {
          packing.reset()
          url.change({ orders: selectedIds.join(','), view: undefined })
        }}
      />
    )
  return <PackingFlow ids={ids} packing={packing} />
}

function PackingFlow({ ids, packing }: PackingProps & { ids: string }) {
  const url = usePageUrl()
  const query = useAdminQuery('packList', { query: { ids } })
  const currentId = url.get('order')
  const isOpen = ({ lines }: PackOrder) => lines.length > 0
  /** Skips orders that others have packed in the meantime. */
  function goToNext(list: PackList, from?: number) {
    const following = list.orders.slice(list.orders.findIndex(({ id }) => id === from) + 1)
    const next = following.find(isOpen) ?? list.orders.find((order) => isOpen(order) && order.id !== from)
    url.change({ order: String(next?.id ?? END) }, { replace: true })
  }
  return (
    <LoadedPage query={query} label="The pick list">
      {(list) => {
        const order = list.orders.find(({ id }) => String(id) === currentId)
        if (order)
          return (
            <PackOneOrder
              key={order.id}
              order={order}
              list={list}
              packing={packing}
              onNext={() => goToNext(list, order.id)}
            />
          )
        if (currentId === END) return <AllPacked list={list} packing={packing} />
        return <PickList list={list} packing={packing} onStart={() => goToNext(list)} />
      }}
    </LoadedPage>
  )
}
