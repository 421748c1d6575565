import { useQuery } from '@tanstack/react-query'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { PAPERS_AT_ONCE } from '#contract/limits.ts'
import type { ReadKey } from '#web/client/query.ts'
import { getBy } from '../client/api.ts'

export type OrderToPack = AdminAnswer<'managedOrders'>['data'][number]

/** What the views of the list have in them. */
export const views = {
  paid: [
    { payment: 'paid', fulfillment: 'unfulfilled' },
    { payment: 'overpaid', fulfillment: 'unfulfilled' },
  ],
  begun: [{ fulfillment: 'partly_packed' }],
  unpaid: [
    { payment: 'unpaid', fulfillment: 'unfulfilled' },
    { payment: 'partly_paid', fulfillment: 'unfulfilled' },
  ],
} as const
export type View = keyof typeof views

/** Orders in processing that wait to be packed, the oldest first, as many as are packed at once. */
export const useOrdersToPack = (view: View) =>
  useQuery<OrderToPack[]>({
    queryKey: ['managedOrders', { view }] as unknown as ReadKey,
    async queryFn({ signal }) {
      const lists = await Promise.all(views[view].map((states) => allOf({ ...states, status: 'processing' }, signal)))
      return lists.flat().sort((a, b) => a.id - b.id)
    },
  })

/** The list comes newest first, a page at a time. */
async function allOf(query: Record<string, string>, signal: AbortSignal): Promise<OrderToPack[]> {
  const found: OrderToPack[] = []
  let after: string | undefined
  do {
    const { data, next } = await getBy('managedOrders', { query: { ...query, after } }, signal)
    found.push(...data)
    after = next ?? undefined
  } while (after !== undefined && found.length < PAPERS_AT_ONCE)
  return found
}
