import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminGet, adminPost, adminUrl } from '../../client/api.ts'
import { sentenceOf } from '../../client/sentence-of.ts'

export type Packed = { shipments: readonly number[]; refused: readonly { id: number; why: string }[] }

/** Packs all that is still open of each order, one after the other: what one of them refuses stops no other. */
export function usePackAll(onDone: (packed: Packed) => void) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(ids: readonly number[]): Promise<Packed> {
      const shipments: number[] = []
      const refused: { id: number; why: string }[] = []
      for (const id of ids) {
        try {
          shipments.push(await packWhole(id))
        } catch (error) {
          refused.push({ id, why: sentenceOf(error) ?? 'It wasn’t packed.' })
        }
      }
      return { shipments, refused }
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries(),
  })
}

/** The id of the parcel that was made. */
async function packWhole(id: number): Promise<number> {
  const params = { order_id: id }
  const seen = await adminGet('managedOrder', { params })
  const { fulfillment } = await adminPost('packOrder', {
    params,
    body: { expected_steps: seen.fulfillment.steps_taken },
  })
  return Math.max(...fulfillment.shipments.map((shipment) => shipment.id))
}

export const slipsUrl = (shipments: readonly number[]): string =>
  adminUrl('packingSlips', { query: { ids: shipments.join(',') } })
export const labelsUrl = (shipments: readonly number[]): string =>
  adminUrl('shippingLabels', { query: { ids: shipments.join(',') } })
export const pickListUrl = (orders: readonly number[]): string =>
  adminUrl('pickList', { query: { ids: orders.join(',') } })
