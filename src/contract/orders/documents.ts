import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { rowId } from '#contract/base/fields.ts'
import { MAX_DOCUMENTS } from '#contract/base/limits.ts'
import { creditNoteParams } from './credit-note.ts'

const ID_LIST = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/
const malformed = `Enter up to ${MAX_DOCUMENTS} numbers, separated by commas.`
/** Ids in the order in which their documents are printed. */
export const rowIds = z.pipe(
  z.string({ error: malformed }).check(z.maxLength(MAX_DOCUMENTS * 10, malformed), z.regex(ID_LIST, malformed)),
  z.pipe(
    z.transform((list: string) => [...new Set(list.split(',').map(Number))]),
    z.array(z.number()).check(z.maxLength(MAX_DOCUMENTS, malformed)),
  ),
)

const documentCall = {
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 60,
  permission: 'orders.read',
} as const

export const packingSlipCall = defineAdminCall('packingSlip', {
  summary: 'Downloads the packing slip of a shipment, without prices',
  params: z.object({ shipment_id: rowId }),
  ...documentCall,
  errors: [401, 403, 404],
})
export const packingSlipsCall = defineAdminCall('packingSlips', {
  summary: 'Downloads packing slips of up to 200 shipments, in the given order',
  query: z.object({ ids: rowIds }),
  ...documentCall,
  errors: [401, 403, 404, 422],
})
export const shippingLabelCall = defineAdminCall('shippingLabel', {
  summary: 'Downloads the label of a shipment, 4 × 6 in',
  params: z.object({ shipment_id: rowId }),
  ...documentCall,
  errors: [401, 403, 404],
})
export const shippingLabelsCall = defineAdminCall('shippingLabels', {
  summary: 'Downloads labels of up to 200 shipments, in the given order',
  query: z.object({ ids: rowIds }),
  ...documentCall,
  errors: [401, 403, 404, 422],
})
export const pickListCall = defineAdminCall('pickList', {
  summary: 'Downloads a pick list for up to 200 orders',
  query: z.object({ ids: rowIds }),
  ...documentCall,
  errors: [401, 403, 404, 422],
})
export const staffCreditNoteCall = defineAdminCall('staffCreditNote', {
  summary: 'Downloads a credit note as sent to the customer',
  params: creditNoteParams,
  ...documentCall,
  errors: [401, 403, 404],
})
