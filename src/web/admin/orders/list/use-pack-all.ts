import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminGet, adminPost, adminUrl } from '../../client/api.ts'
import { sentenceOf } from '../../client/sentence-of.ts'
import { type PackDeps, type Packed, packEach } from './pack-each.ts'

/** Packs all that is still open of each order. */
export function usePackAll(onDone: (packed: Packed, anyway: boolean) => void) {
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

const deps: PackDeps = {
  async read(id) {
    const { fulfillment, money } = await adminGet('managedOrder', { params: { order_id: id } })
    return { stepsTaken: fulfillment.steps_taken, clearsOn: money.clears_on }
  },
  async pack(id, body) {
    const { fulfillment } = await adminPost('packOrder', { params: { order_id: id }, body })
    return Math.max(...fulfillment.shipments.map((shipment) => shipment.id))
  },
  explain: (error) => sentenceOf(error) ?? 'It was not packed.',
}

export const slipsUrl = (shipments: readonly number[]): string =>
  adminUrl('packingSlips', { query: { ids: shipments.join(',') } })
export const labelsUrl = (shipments: readonly number[]): string =>
  adminUrl('shippingLabels', { query: { ids: shipments.join(',') } })
export const pickListUrl = (orders: readonly number[]): string =>
  adminUrl('pickList', { query: { ids: orders.join(',') } })
