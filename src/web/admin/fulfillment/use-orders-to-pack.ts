import { useQuery } from '@tanstack/react-query'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { MAX_DOCUMENTS } from '#contract/base/limits.ts'
import type { ReadKey } from '#web/api/query.ts'
import { fetchAdmin } from '../api/api.ts'

export type OrderToPack = AdminResponse<'managedOrders'>['data'][number]

/** Filters of the list's views. */
export const views = {
  paid: [{ queue: 'to_pack' }],
  unpaid: [
    { status: 'processing', payment: 'unpaid', fulfillment: 'unfulfilled' },
    { status: 'processing', payment: 'partly_paid', fulfillment: 'unfulfilled' },
  ],
} as const
export type View = keyof typeof views

/** Orders to pack, oldest first, up to the number packed in one batch. */
export const useOrdersToPack = (view: View) =>
  useQuery<OrderToPack[]>({
    queryKey: ['managedOrders', { view }] as unknown as ReadKey,
    async queryFn({ signal }) {
      const lists = await Promise.all(views[view].map((filter) => fetchOldest(filter, signal)))
      return lists
        .flat()
        .sort((a, b) => a.id - b.id)
        .slice(0, MAX_DOCUMENTS)
    },
  })

/** Fetches page by page. */
async function fetchOldest(filter: Record<string, string>, signal: AbortSignal): Promise<OrderToPack[]> {
  const orders: OrderToPack[] = []
  let after: string | undefined
  do {
    const query = { ...filter, sort: 'placed', direction: 'asc', after }
    const { data, next } = await fetchAdmin('managedOrders', { query }, signal)
    orders.push(...data)
    after = next ?? undefined
  } while (after !== undefined && orders.length < MAX_DOCUMENTS)
  return orders
}
