import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResponseBody } from '#contract/calls.ts'
import type { OrderRow } from '#contract/customers/calls.ts'
import { pageOffset } from '#web/account/profile/page-offset.ts'
import { callQuery } from '#web/api/query.ts'

/** All pages of the user's orders. */
export const ordersPages = { queryKey: ['orders'] } as const

/** Fetched only if nothing or another offset is loaded (docs/specification §4); see `useOrders`. */
const ordersQuery = (page: number) =>
  queryOptions({
    ...callQuery('orders', pageOffset(page)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** One page of the user's orders; replaces the page loaded before. */
export function useOrders(page: number) {
  const client = useQueryClient()
  const query = ordersQuery(page)
  const currentHash = hashKey(query.queryKey)
  useEffect(() => {
    client.removeQueries({ ...ordersPages, predicate: ({ queryHash }) => queryHash !== currentHash })
  }, [client, currentHash])
  return useQuery(query)
}

/** Finds the order in the loaded list. */
export const findLoadedOrder = (client: QueryClient, id: number): OrderRow | undefined =>
  client
    .getQueriesData<ResponseBody<'orders'>>(ordersPages)
    .flatMap(([, orders]) => orders?.data ?? [])
    .find((order) => order.id === id)

export const orderQuery = (order_id: number) => callQuery('order', { params: { order_id } })

/** Months in which the order counts; they change when staff complete it. */
export const orderPointsQuery = (order_id: number) => callQuery('orderPoints', { params: { order_id } })

export const lastOrderQuery = () => callQuery('lastOrder')

export const guestOrderQuery = (order_id: number, key: string) =>
  callQuery('guestOrder', { params: { order_id }, query: { key } })
