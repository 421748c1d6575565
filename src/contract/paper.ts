import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { creditNoteParams } from './credit-note.ts'
import { rowId } from './fields.ts'
import { PAPERS_AT_ONCE } from './limits.ts'

const LIST = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/
const malformed = `Please name up to ${PAPERS_AT_ONCE} numbers, with commas between them.`
/** Ids in the order in which their documents are printed. */
export const rowIds = z.pipe(
  z.string({ error: malformed }).check(z.maxLength(PAPERS_AT_ONCE * 10, malformed), z.regex(LIST, malformed)),
  z.pipe(
    z.transform((list: string) => [...new Set(list.split(',').map(Number))]),
    z.array(z.number()).check(z.maxLength(PAPERS_AT_ONCE, malformed)),
  ),
)

const paper = {
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 60,
  permission: 'orders.read',
} as const

export const packingSlipCall = defineAdminCall('packingSlip', {
  summary: 'The packing slip of a shipment, without prices',
  params: z.object({ shipment_id: rowId }),
  ...paper,
  errors: [401, 403, 404],
})
export const packingSlipsCall = defineAdminCall('packingSlips', {
  summary: 'The packing slips of up to 200 shipments, in the order they are named',
  query: z.object({ ids: rowIds }),
  ...paper,
  errors: [401, 403, 404, 422],
})
export const shippingLabelCall = defineAdminCall('shippingLabel', {
  summary: 'The label of a shipment, 4 by 6 inches',
  params: z.object({ shipment_id: rowId }),
  ...paper,
  errors: [401, 403, 404],
})
export const shippingLabelsCall = defineAdminCall('shippingLabels', {
  summary: 'The labels of up to 200 shipments, in the order they are named',
  query: z.object({ ids: rowIds }),
  ...paper,
  errors: [401, 403, 404, 422],
})
export const pickListCall = defineAdminCall('pickList', {
  summary: 'What is to be fetched from the shelves for up to 200 orders, and for which of them',
  query: z.object({ ids: rowIds }),
  ...paper,
  errors: [401, 403, 404, 422],
})
export const staffCreditNoteCall = defineAdminCall('staffCreditNote', {
  summary: 'A credit note, as its customer has it',
  params: creditNoteParams,
  ...paper,
  errors: [401, 403, 404],
})
