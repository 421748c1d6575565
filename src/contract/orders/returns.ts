import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { amount, reason } from '#contract/base/admin-fields.ts'
import { LONG_BODY_BYTES } from '#contract/base/call.ts'
import { dollars, requiredText, rowId, wholeNumber } from '#contract/base/fields.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'

const MAX_LINES = 500
const MAX_PIECES = 999
const text = z.string()

/** The pieces of an order that were returned, as entered by staff. */
export const ReturnInput = z.object({
  order_id: rowId,
  lines: z
    .array(
      z.object({
        /** The index of the order's product. */
        line: wholeNumber(0, MAX_LINES, 'Choose a product from the order.'),
        quantity: wholeNumber(1, MAX_PIECES, 'Enter a returned quantity from 1 to 999.'),
        /** Whether it can be sold again; goods that never left the shop are always restocked. */
        restock: z._default(z.boolean(), false),
      }),
    )
    .check(z.minLength(1, 'Enter the returned items.'), z.maxLength(MAX_LINES)),
  reason,
  /** A credit below the proposed one, and the reason. */
  credit: z.optional(z.object({ amount, reason })),
})

const Figures = z.object({
  level: z.int(),
  level_name: text,
  active: z.boolean(),
  personal_pv: z.int(),
  group_pv: z.int(),
  sales_bonus: dollars,
  level_bonus: dollars,
  total_bonus: dollars,
})

/** The entries that a return would book. */
export const ReturnPreview = z.object({
  order_id: z.int(),
  lines: z.array(
    z.object({
      line: z.int(),
      name: text,
      quantity: z.int(),
      /** Pieces of the line that were returned earlier. */
      returned_before: z.int(),
      /** Pieces of this return that were never handed over. */
      not_handed_over: z.int(),
      /** Pieces that are restocked. */
      restocked: z.int(),
      goods: dollars,
      discount: dollars,
      tax: dollars,
      /** Goods less discount, with tax. */
      credit: dollars,
      cv: dollars,
      pv: z.int(),
    }),
  ),
  proposed: dollars,
  /** Excluded from `proposed`: it was credited while the goods stayed with the customer. */
  credited_before: dollars,
  withheld: dollars,
  credit: dollars,
  /** The parts of the credit note: goods − discount + shipping + insurance + tax. */
  parts: z.object({ goods: dollars, discount: dollars, shipping: dollars, insurance: dollars, tax: dollars }),
  /** `YYYY-MM` in which its volume is reversed; null if the order has not counted. */
  month: z.nullable(text),
  /** Changes for members; null if no figures change. */
  network: z.nullable(
    z.object({
      cv: dollars,
      pv: z.int(),
      members: z.array(
        z.object({
          id: z.int(),
          name: text,
          /** Levels above the credited member; null if they are no longer above them. */
          depth: z.nullable(z.int()),
          before: Figures,
          after: Figures,
          /** The member's lines for this order. */
          lines: z.array(z.object({ kind: z.enum(LINE_KINDS), before: dollars, after: dollars, change: dollars })),
          /** Change of what other orders pay them, because a level changes. */
          other_orders: dollars,
        }),
      ),
      /** Number of further members whose only change is a lower group PV. */
      only_group_pv: z.int(),
    }),
  ),
  /** Repeated to confirm the return. */
  hash: text,
})
export type ReturnPreview = z.infer<typeof ReturnPreview>

export const previewReturnCall = defineAdminCall('previewReturn', {
  summary: 'Previews a return: credit, stock, points and effects on every member, without booking it',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'returns.book',
  body: ReturnInput,
  responses: { 200: ReturnPreview },
  errors: [404, 409, 422],
})

export const confirmReturnCall = defineAdminCall('confirmReturn', {
  summary: 'Books a return exactly as previewed. If it would book anything else, it is refused with the new preview',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'returns.book',
  freshProof: true,
  body: z.extend(ReturnInput, { hash: requiredText('Check the preview first.', 100) }),
  responses: {
    200: z.object({ return_id: z.int(), credit_note_number: z.nullable(z.int()), preview: ReturnPreview }),
  },
  /** The entries that the return would book now. */
  current: ReturnPreview,
  errors: [404, 409, 422, 503],
})
