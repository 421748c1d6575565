import * as z from 'zod/mini'
import { type ErrorCode, errorStatuses } from '#contract/errors.ts'

/** An error on the wire, `application/problem+json` (RFC 9457). */
export const Problem = z.object({
  /** Says what happened. Stable, unlike the texts. */
  code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  title: z.string(),
  status: z.int(),
  /** Message for the visitor. */
  detail: z.string(),
  /** Messages by field; nested fields are joined with dots (`shipping.zip`). */
  errors: z.optional(z.record(z.string(), z.string())),
  /** The record as it is now, if the request was based on another state of it. Described by the call. */
  current: z.optional(z.unknown()),
  /** The order's current total, if it differs from the reviewed one. */
  order_total: z.optional(z.number()),
  /** Available pieces of a product, if fewer than requested. */
  remaining: z.optional(z.int()),
  /** Identifies the log entry of a server error. */
  request_id: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>
