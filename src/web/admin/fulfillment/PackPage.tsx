import { useAdminQuery } from '../api/query.ts'
import { usePermissions } from '../api/session.tsx'
import { Forbidden, LoadedPage } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { AllPacked } from './AllPacked.tsx'
import { ChooseOrders } from './ChooseOrders.tsx'
import { PackOneOrder } from './PackOneOrder.tsx'
import { PickList } from './PickList.tsx'
import type { PackList, PackOrder } from './steps.ts'
import { type PackingProps, usePacking } from './use-packing.ts'

export default function PackPage() {
  return usePermissions('shipments.change') ? <Pack /> : <Forbidden />
}

const END = 'end'
const LIST = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/

/** One-handed packing on a phone (docs/back-office §8): select, pick along the shelves, then pack order by order. */
function Pack() {
  const url = usePageUrl()
  const packing = usePacking()
  const ids = url.get('orders') ?? ''
  if (!LIST.test(ids))
    return (
      <ChooseOrders
        onStart={(chosen) => {
          packing.forget()
          url.change({ orders: chosen.join(','), view: undefined })
        }}
      />
    )
  return <Chosen ids={ids} packing={packing} />
}

function Chosen({ ids, packing }: PackingProps & { ids: string }) {
  const url = usePageUrl()
  const query = useAdminQuery('packList', { query: { ids: ids } })
  const at = url.get('order')
  const isOpen = ({ lines }: PackOrder) => lines.length > 0
  /** Skips orders that others have packed in the meantime. */
  function goOn(list: PackList, from?: number) {
    const later = list.orders.slice(list.orders.findIndex(({ id }) => id === from) + 1)
    const next = later.find(isOpen) ?? list.orders.find((order) => isOpen(order) && order.id !== from)
    url.change({ order: String(next?.id ?? END) }, { replace: true })
  }
  return (
    <LoadedPage query={query} what="The pick list">
      {(list) => {
        const order = list.orders.find(({ id }) => String(id) === at)
        if (order)
          return (
            <PackOneOrder
              key={order.id}
              order={order}
              list={list}
              packing={packing}
              onNext={() => goOn(list, order.id)}
            />
          )
        if (at === END) return <AllPacked list={list} packing={packing} />
        return <PickList list={list} packing={packing} onStart={() => goOn(list)} />
      }}
    </LoadedPage>
  )
}
