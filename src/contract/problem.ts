import * as z from 'zod/mini'

/** An error on the wire, `application/problem+json` (RFC 9457). */
export const Problem = z.object({
  title: z.string(),
  status: z.int(),
  /** The sentence to show a person. */
  detail: z.string(),
  /** By field, nested fields named with dots (`shipping.zip`). */
  errors: z.optional(z.record(z.string(), z.string())),
  /** What the order comes to now, where it is not the total that was reviewed. */
  order_total: z.optional(z.number()),
  /** Names the log entry of a fault. */
  request_id: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
