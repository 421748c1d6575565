import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ACCOUNT_PAGE_SIZE, type OrderRow, type Points } from '#contract/account.ts'
import type { Licence } from '#contract/licence.ts'
import type { Order } from '#contract/order.ts'
import type { OwnPosts } from '#contract/post.ts'
import { isOrdersPage } from '#web/member/queries.ts'
import { paths } from '#web/paths.ts'

type Orders = { data: OrderRow[]; page_count: number }

/** Fetched only if nothing is loaded or another offset is (docs/specification §4); see `useOrders`. */
const ordersQuery = (page: number) =>
  queryOptions<Orders>({
    queryKey: [paths.api.accountOrders((page - 1) * ACCOUNT_PAGE_SIZE)],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** One page of the user's orders; it replaces the page that was loaded before. */
export function useOrders(page: number) {
  const client = useQueryClient()
  const query = ordersQuery(page)
  const wanted = query.queryKey[0]
  useEffect(() => {
    client.removeQueries({ predicate: ({ queryKey }) => isOrdersPage(queryKey) && queryKey[0] !== wanted })
  }, [client, wanted])
  return useQuery(query)
}

/** The order as the loaded list has it. */
export const findLoadedOrder = (client: QueryClient, id: number): OrderRow | undefined =>
  client
    .getQueriesData<Orders>({ predicate: ({ queryKey }) => isOrdersPage(queryKey) })
    .flatMap(([, orders]) => orders?.data ?? [])
    .find((order) => order.id === id)

export const pointsQuery = (page: number) =>
  queryOptions<Points>({ queryKey: [paths.api.accountPoints((page - 1) * ACCOUNT_PAGE_SIZE)] })

export const licenceQuery = () => queryOptions<Licence>({ queryKey: [paths.api.licence] })

export const orderQuery = (id: number) => queryOptions<Order>({ queryKey: [paths.api.accountOrder(id)] })

export const ownPostsQuery = (page: number) =>
  queryOptions<OwnPosts>({ queryKey: [paths.api.accountPosts((page - 1) * ACCOUNT_PAGE_SIZE)] })
