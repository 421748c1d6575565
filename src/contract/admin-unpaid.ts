import * as z from 'zod/mini'
import { parseInstant } from '#domain/instant.ts'
import { paymentMethods, paymentStates } from '#domain/order/balance.ts'
import { defineAdminCall } from './admin-call.ts'
import { dollars, instant } from './fields.ts'
import { ownMessages } from './messages.ts'

const text = z.string()
/** `YYYY-MM-DD` in the shop's zone. */
const day = z.string()

/** A due date and an order's number. */
function isCursor(given: string): boolean {
  const [dueOn = '', id = '', ...rest] = given.split('.')
  return rest.length === 0 && parseInstant(dueOn)?.isDay === true && /^\d{1,9}$/.test(id)
}

/** An order whose payment is waited for, and what will happen to it without anybody doing anything. */
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
  /** What is mailed next; null if nothing more is. */
  reminder: z.nullable(z.object({ kind: z.enum(['first', 'last']), on: day })),
  /** From when on it is canceled; null if it will not be. */
  cancels_at: z.nullable(instant),
  /** Why it is left to staff instead, as its order says it. */
  held: z.array(text),
  /** The open 'I have paid'. */
  claim: z.nullable(z.object({ id: z.int(), method: z.enum(paymentMethods), note: text, claimed_at: instant })),
})
export type UnpaidOrder = z.infer<typeof UnpaidOrder>

export const unpaidOrdersCall = defineAdminCall('unpaidOrders', {
  summary: 'Orders whose payment is waited for, those due first in front, with what will happen to them when and why',
  permission: 'orders.read',
  query: z.object({
    /**
     * `overdue`: their time is over and something holds them; `owed`: they never fall due, and their goods went out or
     * more was given back than came in; `claimed`: their customers say that they are paid.
     */
    which: z._default(z.enum(['all', 'overdue', 'owed', 'claimed'], ownMessages.malformed), 'all'),
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.refine(isCursor, ownMessages.malformed))),
  }),
  responses: {
    200: z.object({
      data: z.array(UnpaidOrder),
      next: z.nullable(text),
      /** The setting payment_days is 0: nothing is mailed, and nothing canceled. */
      switched_off: z.boolean(),
    }),
  },
  errors: [422],
})
