import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { adminQuery } from '../api/query.ts'
import { RecordSkeleton } from '../ui/RecordSkeleton.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { OrderView } from './order/OrderView.tsx'

/** One order: its details, its next action and its history. */
export default function OrderPage() {
  const { order_id } = useParams()
  // Unlike lists, shows no previous order as a placeholder while the next one loads.
  const order = useQuery(adminQuery('managedOrder', { params: { order_id: Number(order_id) } }))
  return (
    <LoadedPage query={order} label="The order" skeleton={<RecordSkeleton label="The order is loading" />}>
      {(record) => <OrderView key={record.order.id} record={record} />}
    </LoadedPage>
  )
}
