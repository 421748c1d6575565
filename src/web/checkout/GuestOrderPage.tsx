import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { guestOrderQuery } from './queries.ts'

export default function GuestOrderPage() {
  const { order_id } = useParams()
  const [search] = useSearchParams()
  const { data: order } = useSuspenseQuery(guestOrderQuery(Number(order_id), search.get('key') ?? ''))
  return (
    <>
      <title>Order {order.id}</title>
      <h1>Order {order.id}</h1>
    </>
  )
}
