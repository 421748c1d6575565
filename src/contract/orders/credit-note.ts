import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { rowId } from '#contract/base/fields.ts'
import { guestOrderCall } from './calls.ts'

/** The credit note's number, and the order that it belongs to (docs/back-office §3, Returns). */
export const creditNoteParams = z.object({ order_id: rowId, number: rowId })

const creditNote = {
  params: creditNoteParams,
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  callsPerMinute: 30,
} as const

export const creditNoteCall = defineCall('creditNote', {
  summary: 'Downloads a credit note of an order of the signed-in user',
  ...creditNote,
  errors: [401, 404],
})
export const guestCreditNoteCall = defineCall('guestCreditNote', {
  summary: 'Downloads a credit note of a guest order by the key of its signed link',
  ...creditNote,
  query: guestOrderCall.query,
  errors: [404, 410],
})
