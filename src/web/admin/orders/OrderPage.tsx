import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { adminQuery } from '../client/query.ts'
import { RecordSkeleton } from '../ui/RecordSkeleton.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { OrderView } from './order/OrderView.tsx'

/** One order: what it is, the one thing to do next, and everything that happened to it. */
export default function OrderPage() {
  const { order_id } = useParams()
  // Unlike lists, an order never stands in for the next one while that is loading.
  const order = useQuery(adminQuery('managedOrder', { params: { order_id: Number(order_id) } }))
  return (
    <LoadedPage query={order} what="The order" skeleton={<RecordSkeleton label="The order is loading" />}>
      {(file) => <OrderView key={file.order.id} file={file} />}
    </LoadedPage>
  )
}
