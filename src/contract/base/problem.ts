import * as z from 'zod/mini'

/** An error on the wire, `application/problem+json` (RFC 9457). */
export const Problem = z.object({
  title: z.string(),
  status: z.int(),
  /** Message for the visitor. */
  detail: z.string(),
  /** Messages by field; nested fields are joined with dots (`shipping.zip`). */
  errors: z.optional(z.record(z.string(), z.string())),
  /** The order's current total, if it differs from the reviewed one. */
  order_total: z.optional(z.number()),
  /** The order's current balance, if it differs from the expected one. */
  balance: z.optional(z.number()),
  /** Current number of the order's shipment steps, if it differs from the expected one. */
  steps_taken: z.optional(z.int()),
  /** Current number of the order's notes, if it differs from the expected one. */
  notes: z.optional(z.int()),
  /** The current version after a concurrent change. */
  version: z.optional(z.int()),
  /** The order's current due date, if it differs from the expected one; null: never due. */
  due_on: z.optional(z.nullable(z.string())),
  /** Current values that an order's cancellation is based on, if they differ from the expected ones. */
  present: z.optional(z.object({ status: z.string(), balance: z.number(), steps_taken: z.int() })),
  /** The order's current contact, if it differs from the expected one. */
  contact: z.optional(
    z.object({ first_name: z.string(), last_name: z.string(), user_email: z.string(), phone_number: z.string() }),
  ),
  /** Available pieces of a product, if fewer than requested. */
  remaining: z.optional(z.int()),
  /** Identifies the log entry of a server error. */
  request_id: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
