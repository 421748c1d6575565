import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { rowId } from './fields.ts'
import { guestOrderCall } from './order.ts'

/** The credit note's number, and the order that it belongs to (docs/back-office §3, Returns). */
export const creditNoteParams = z.object({ order_id: rowId, number: rowId })

const creditNote = {
  params: creditNoteParams,
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 30,
} as const

export const creditNoteCall = defineCall('creditNote', {
  summary: 'A credit note of one of the own orders',
  ...creditNote,
  errors: [401, 404],
})
export const guestCreditNoteCall = defineCall('guestCreditNote', {
  summary: "A credit note of a guest's order, by the key of the signed link",
  ...creditNote,
  query: guestOrderCall.query,
  errors: [404, 410],
})
