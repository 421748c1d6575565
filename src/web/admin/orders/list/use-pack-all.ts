import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminGet, adminPost, adminUrl } from '#web/admin/api/api.ts'
import { errorMessage } from '#web/admin/api/error-messages.ts'
import { type PackDeps, type PackResult, packOrders } from './pack-orders.ts'

/** Packs the open units of each order. */
export function usePackAll(onPacked: (result: PackResult, includeUncleared: boolean) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, includeUncleared }: { ids: readonly number[]; includeUncleared: boolean }) =>
      packOrders(ids, includeUncleared, deps),
    onSuccess: (result, { includeUncleared }) => onPacked(result, includeUncleared),
    onSettled: () => client.invalidateQueries(),
  })
}

const deps: PackDeps = {
  async read(id) {
    const { version, money } = await adminGet('managedOrder', { params: { order_id: id } })
    return { version, clearsOn: money.clears_on }
  },
  async pack(id, body) {
    const { fulfillment } = await adminPost('packOrder', { params: { order_id: id }, body })
    return Math.max(...fulfillment.shipments.map((shipment) => shipment.id))
  },
  explain: (error) => errorMessage(error) ?? 'It wasn’t packed.',
}

export const slipsUrl = (shipments: readonly number[]): string =>
  adminUrl('packingSlips', { query: { ids: shipments.join(',') } })
export const labelsUrl = (shipments: readonly number[]): string =>
  adminUrl('shippingLabels', { query: { ids: shipments.join(',') } })
export const pickListUrl = (orders: readonly number[]): string =>
  adminUrl('pickList', { query: { ids: orders.join(',') } })
