import { useSuspenseQuery } from '@tanstack/react-query'
import { lastOrderQuery } from './queries.ts'

export default function SuccessPage() {
  const { data: order } = useSuspenseQuery(lastOrderQuery())
  return (
    <>
      <title>Thank you</title>
      <h1>Thank you</h1>
      <p>Order {order.id}</p>
    </>
  )
}
