import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ACCOUNT_PAGE_SIZE, type OrderRow } from '#contract/account.ts'
import type { ResponseBody } from '#contract/calls.ts'
import { callQuery } from '#web/client/query.ts'
import { ordersPages } from '#web/sign-in/queries.ts'

const pageOf = (page: number) => ({ query: { offset: (page - 1) * ACCOUNT_PAGE_SIZE } })

/** Fetched only if nothing is loaded or another offset is (docs/specification §4); see `useOrders`. */
const ordersQuery = (page: number) =>
  queryOptions({
    ...callQuery('orders', pageOf(page)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** One page of the user's orders; it replaces the page that was loaded before. */
export function useOrders(page: number) {
  const client = useQueryClient()
  const query = ordersQuery(page)
  const wanted = hashKey(query.queryKey)
  useEffect(() => {
    client.removeQueries({ ...ordersPages, predicate: ({ queryHash }) => queryHash !== wanted })
  }, [client, wanted])
  return useQuery(query)
}

/** The order as the loaded list has it. */
export const findLoadedOrder = (client: QueryClient, id: number): OrderRow | undefined =>
  client
    .getQueriesData<ResponseBody<'orders'>>(ordersPages)
    .flatMap(([, orders]) => orders?.data ?? [])
    .find((order) => order.id === id)

export const pointsQuery = (page: number) => callQuery('points', pageOf(page))

export const licenceQuery = () => callQuery('licence')

export const orderQuery = (order_id: number) => callQuery('order', { params: { order_id } })

export const ownPostsQuery = (page: number) => callQuery('ownPosts', pageOf(page))
