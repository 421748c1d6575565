import type { FastifyInstance } from 'fastify'
import {
  packingSlipCall,
  packingSlipsCall,
  pickListCall,
  shippingLabelCall,
  shippingLabelsCall,
} from '#contract/orders/documents.ts'
import { packListCall } from '#contract/orders/pack-list.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { findClearing } from '#server/orders/payments/read-ledger.ts'
import { sendPdf } from '#server/platform/pdf/send-pdf.ts'
import type { Services } from '#server/platform/services.ts'
import { documentNotFoundError } from './document.errors.ts'
import { findOrders, findParcels, type Parcel } from './parcel.ts'
import { presentPackList } from './present-pack-list.ts'

/** Serves the documents that staff print for orders. The PDF writers are loaded on first use. */
export function documentRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)

  async function requireParcels(shipmentIds: readonly number[]): Promise<Parcel[]> {
    const result = await findParcels(db, shipmentIds)
    if (!result.ok) throw documentNotFoundError('shipment', result.refusal)
    return result.parcels
  }
  const writeSlips = async (parcels: readonly Parcel[]) =>
    (await import('./packing-slip-pdf.ts')).writePackingSlips(parcels, settings)
  const writeLabels = async (parcels: readonly Parcel[]) =>
    (await import('./shipping-label-pdf.ts')).writeShippingLabels(parcels, settings)

  serve(app, packingSlipCall, permitted(packingSlipCall), async ({ params: { shipment_id: id }, reply }) => {
    const parcels = await requireParcels([id])
    return sendPdf(reply, `packing-slip-${parcels[0]?.order.id}-${id}.pdf`, () => writeSlips(parcels))
  })

  serve(app, packingSlipsCall, permitted(packingSlipsCall), async ({ query: { ids }, reply }) => {
    const parcels = await requireParcels(ids)
    return sendPdf(reply, 'packing-slips.pdf', () => writeSlips(parcels))
  })

  serve(app, shippingLabelCall, permitted(shippingLabelCall), async ({ params: { shipment_id: id }, reply }) => {
    const parcels = await requireParcels([id])
    return sendPdf(reply, `label-${parcels[0]?.order.id}-${id}.pdf`, () => writeLabels(parcels))
  })

  serve(app, shippingLabelsCall, permitted(shippingLabelsCall), async ({ query: { ids }, reply }) => {
    const parcels = await requireParcels(ids)
    return sendPdf(reply, 'labels.pdf', () => writeLabels(parcels))
  })

  serve(app, packListCall, permitted(packListCall), async ({ query: { ids } }) => {
    const result = await findOrders(db, ids)
    if (!result.ok) throw documentNotFoundError('order', result.refusal)
    return presentPackList(result.orders, await findClearing(db, ids, settings.get('check_hold_days')))
  })

  serve(app, pickListCall, permitted(pickListCall), async ({ query: { ids }, reply }) => {
    const result = await findOrders(db, ids)
    if (!result.ok) throw documentNotFoundError('order', result.refusal)
    return sendPdf(reply, 'pick-list.pdf', async () => {
      const { writePickList } = await import('./pick-list-pdf.ts')
      return writePickList(result.orders, settings, { now: new Date() })
    })
  })
}
