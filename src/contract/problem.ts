import * as z from 'zod/mini'

/** An error on the wire, `application/problem+json` (RFC 9457). */
export const Problem = z.object({
  title: z.string(),
  status: z.int(),
  /** The sentence to show to the visitor. */
  detail: z.string(),
  /** Messages by field; nested fields are joined with dots (`shipping.zip`). */
  errors: z.optional(z.record(z.string(), z.string())),
  /** The order's current total, where it is not the one that was reviewed. */
  order_total: z.optional(z.number()),
  /** The order's present balance, where it is not the one that was seen. */
  balance: z.optional(z.number()),
  /** How many steps an order's shipments have taken by now, where it is not what was seen. */
  steps_taken: z.optional(z.int()),
  /** How many notes an order has by now, where it is not as many as were seen. */
  notes: z.optional(z.int()),
  /** The present version of what somebody else changed meanwhile. */
  version: z.optional(z.int()),
  /** When an order falls due by now, where it is not the day that was seen; null: never. */
  due_on: z.optional(z.nullable(z.string())),
  /** What an order's cancellation is decided by, where it is not what was seen. */
  present: z.optional(z.object({ status: z.string(), balance: z.number(), steps_taken: z.int() })),
  /** Who an order is of by now, where it is not the contact that was seen. */
  contact: z.optional(
    z.object({ first_name: z.string(), last_name: z.string(), user_email: z.string(), phone_number: z.string() }),
  ),
  /** How many pieces of a product there are, where fewer than were asked for. */
  remaining: z.optional(z.int()),
  /** Identifies the log entry of a fault. */
  request_id: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
