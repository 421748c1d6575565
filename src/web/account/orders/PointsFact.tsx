import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders/calls.ts'
import { Fact } from '#web/ui/Fact.tsx'
import { pointsLabels } from './points-labels.ts'
import { orderPointsQuery } from './queries.ts'

/** The month in which a personal order counts. If the request fails, the receipt is shown without it. */
export function PointsFact({ order }: { order: Order }) {
  const { data: points } = useQuery(orderPointsQuery(order.id))
  return points && <Fact name="Points">{pointsLabels(points).join('\n')}</Fact>
}
