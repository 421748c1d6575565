import type { ReactNode } from 'react'
import { useAdminQuery } from '../api/query.ts'
import type { OrderRecord } from '../orders/order/order-record.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded } from '../ui/states.tsx'

type OrderDialogProps = {
  orderId: number
  /** Title until the order has loaded. */
  title: string
  onClose: () => void
  children: (record: OrderRecord) => ReactNode
}

/** A dialog about an order of a list, with the record that its page shows. */
export function OrderDialog({ orderId, title, onClose, children }: OrderDialogProps) {
  const order = useAdminQuery('managedOrder', { params: { order_id: orderId } })
  if (order.data?.order.id === orderId) return children(order.data)
  return (
    <Dialog open onClose={onClose} title={title}>
      <Loaded query={{ ...order, data: undefined }}>{() => null}</Loaded>
    </Dialog>
  )
}
