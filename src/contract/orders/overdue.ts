import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dollars, instant } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { parseInstant } from '#domain/calendar/instant.ts'
import { paymentMethods, paymentStates } from '#domain/orders/balance.ts'

const text = z.string()
/** `YYYY-MM-DD` in the shop's time zone. */
const day = z.string()

/** Cursor: a due date and an order's number. */
function isCursor(value: string): boolean {
  const [dueOn = '', id = '', ...rest] = value.split('.')
  return rest.length === 0 && parseInstant(dueOn)?.isDay === true && /^\d{1,9}$/.test(id)
}

/** An unpaid order, and what will happen to it automatically. */
export const UnpaidOrder = z.object({
  order_id: z.int(),
  name: text,
  email: text,
  payment_method: z.enum(paymentMethods),
  payment_state: z.enum(paymentStates),
  placed_at: instant,
  total: dollars,
  balance: dollars,
  /** Null: it never falls due. */
  due_on: z.nullable(day),
  /** The next reminder; null if there are no more. */
  reminder: z.nullable(z.object({ kind: z.enum(['first', 'last']), on: day })),
  /** Time of the automatic cancellation; null if there is none. */
  cancels_at: z.nullable(instant),
  /** Why it is left to staff instead, in the same terms as on the order. */
  hold_reasons: z.array(text),
  /** The open 'I’ve sent payment' claim. */
  claim: z.nullable(z.object({ id: z.int(), method: z.enum(paymentMethods), note: text, claimed_at: instant })),
})
export type UnpaidOrder = z.infer<typeof UnpaidOrder>

export const unpaidOrdersCall = defineAdminCall('unpaidOrders', {
  summary: 'Lists unpaid orders by due date, with upcoming reminders and cancellation',
  permission: 'orders.read',
  query: z.object({
    /**
     * `overdue`: past due but held back from cancellation; `no_due_date`: never due, but the goods went out or refunds exceed
     * payments; `claimed`: the customer claims to have paid.
     */
    filter: z._default(z.enum(['all', 'overdue', 'no_due_date', 'claimed'], shopMessages.malformed), 'all'),
    /** The `next` of the previous page. */
    after: z.optional(z.string().check(z.refine(isCursor, shopMessages.malformed))),
  }),
  responses: {
    200: z.object({
      data: z.array(UnpaidOrder),
      next: z.nullable(text),
      /** The setting payment_days is 0: no reminders and no cancellations. */
      switched_off: z.boolean(),
    }),
  },
  errors: [422],
})
