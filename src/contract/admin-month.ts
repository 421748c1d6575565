import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { ownMessages } from './messages.ts'

export const ListedMonth = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  state: z.enum(['open', 'settling', 'closed', 'paid']),
  /** The first day on which it may be closed, `YYYY-MM-DD` in the shop's zone. */
  closable_on: z.string(),
  /** Whether it waits to be closed: that day has come. Months are closed in order. */
  to_close: z.boolean(),
})
export type ListedMonth = z.infer<typeof ListedMonth>

export const monthsCall = defineAdminCall('months', {
  summary: 'Months since the first with members or orders, the latest first',
  permission: 'months.close',
  query: z.object({
    /** `to_close`: those that wait to be closed. */
    only: z.optional(z.enum(['to_close'], ownMessages.malformed)),
  }),
  responses: { 200: z.object({ data: z.array(ListedMonth) }) },
  errors: [422],
})
