import * as z from 'zod/mini'
import { defineAdminCall } from './admin-call.ts'
import { instant, optionalText, rowId } from './fields.ts'
import { ownMessages } from './messages.ts'

const states = ['asked', 'confirmed', 'ended'] as const
const state = z.enum(states, ownMessages.malformed)

const Subscriber = z.object({
  id: z.int(),
  email: z.string(),
  /** `asked`: they have not confirmed it by the mailed link yet. */
  state,
  /** Where they were asked; `before` there was a mail to confirm. */
  source: z.enum(['footer', 'before']),
  since: instant,
  confirmed_at: z.nullable(instant),
  ended_at: z.nullable(instant),
})
export type Subscriber = z.infer<typeof Subscriber>

export const subscribersCall = defineAdminCall('subscribers', {
  summary: 'Who was asked for the newsletter, wants it or has ended it, the latest first, with counts',
  permission: 'members.read',
  query: z.object({
    state: z.optional(state),
    /** How the email begins. */
    search: optionalText(),
    /** The `next` of the page before. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      data: z.array(Subscriber),
      next: z.nullable(z.int()),
      counts: z.object({ asked: z.int(), confirmed: z.int(), ended: z.int() }),
    }),
  },
  errors: [422],
})
