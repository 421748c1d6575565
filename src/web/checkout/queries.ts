import { queryOptions } from '@tanstack/react-query'
import type { States } from '#contract/content.ts'
import type { Order, PlacedOrder } from '#contract/order.ts'
import { tagsOf } from '#contract/page-tags.ts'
import { paths } from '#web/paths.ts'

export const statesQuery = () => queryOptions<States>({ queryKey: [paths.api.states], meta: { tags: tagsOf.states } })

export const lastOrderQuery = () => queryOptions<PlacedOrder>({ queryKey: [paths.api.lastOrder] })

export const guestOrderQuery = (id: number, key: string) =>
  queryOptions<Order>({ queryKey: [paths.api.guestOrder(id, key)] })
