import * as z from 'zod/mini'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { defineAdminCall } from './admin-call.ts'
import { amount, reason } from './admin-fields.ts'
import { LONG_BODY_BYTES } from './call.ts'
import { dollars, requiredText, rowId, wholeNumber } from './fields.ts'
import { Problem } from './problem.ts'

const MOST_LINES = 500
const MOST_PIECES = 999
const text = z.string()

/** What staff say came back of an order. */
export const ReturnInput = z.object({
  order_id: rowId,
  lines: z
    .array(
      z.object({
        /** The index of the order's product. */
        line: wholeNumber(0, MOST_LINES, 'Please choose a product of the order.'),
        quantity: wholeNumber(1, MOST_PIECES, 'Please say how many came back, from 1 to 999.'),
        /** Whether it can be sold again; what never left the house goes back on the shelf anyway. */
        restock: z._default(z.boolean(), false),
      }),
    )
    .check(z.minLength(1, 'Please enter what was returned.'), z.maxLength(MOST_LINES)),
  reason,
  /** Less than proposed, and why. */
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

/** What a return would book, before anything is booked. */
export const ReturnPreview = z.object({
  order_id: z.int(),
  lines: z.array(
    z.object({
      line: z.int(),
      name: text,
      quantity: z.int(),
      /** Pieces of it that had come back before. */
      returned_before: z.int(),
      /** Of these, pieces that were never handed over. */
      not_handed_over: z.int(),
      /** Pieces that go back on the shelf. */
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
  /** Left out of `proposed`: it was credited while the goods stayed. */
  credited_before: dollars,
  withheld: dollars,
  credit: dollars,
  /** What the credit note is made of: goods − discount + shipping + insurance + tax. */
  parts: z.object({ goods: dollars, discount: dollars, shipping: dollars, insurance: dollars, tax: dollars }),
  /** `YYYY-MM` in which its volume is taken back; null where the order has not counted. */
  month: z.nullable(text),
  /** What changes for members; null where nobody's figures do. */
  network: z.nullable(
    z.object({
      cv: dollars,
      pv: z.int(),
      members: z.array(
        z.object({
          id: z.int(),
          name: text,
          /** How far above the credited member; null for who is not above them any more. */
          depth: z.nullable(z.int()),
          before: Figures,
          after: Figures,
          /** What this order pays them. */
          lines: z.array(z.object({ kind: z.enum(LINE_KINDS), before: dollars, after: dollars, change: dollars })),
          /** What other orders pay them more or less, because a level changes. */
          other_orders: dollars,
        }),
      ),
      /** How many more have a lower group PV and nothing else. */
      only_group_pv: z.int(),
    }),
  ),
  /** To confirm is to name it. */
  hash: text,
})
export type ReturnPreview = z.infer<typeof ReturnPreview>

export const previewReturnCall = defineAdminCall('previewReturn', {
  summary: 'What a return would change: credit, stock, points, and the month of every member; books nothing',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'returns.book',
  body: ReturnInput,
  responses: { 200: ReturnPreview },
  errors: [404, 409, 422],
})

/** Not what was shown: what it would change now. */
export const ReturnDiffers = z.extend(Problem, { preview: ReturnPreview })

export const confirmReturnCall = defineAdminCall('confirmReturn', {
  summary: 'Books a return exactly as it was previewed; where a line differs by now, 409 has the new preview',
  maxBodyBytes: LONG_BODY_BYTES,
  permission: 'returns.book',
  freshProof: true,
  body: z.extend(ReturnInput, { hash: requiredText('Please look at the preview first.', 100) }),
  responses: {
    200: z.object({ return_id: z.int(), credit_note_number: z.nullable(z.int()), preview: ReturnPreview }),
    409: ReturnDiffers,
  },
  errors: [404, 422],
})
