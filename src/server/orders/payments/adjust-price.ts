import { type Cents, cents } from '#domain/money/money.ts'
import { calculateMaxAdjustment } from '#domain/orders/adjustment.ts'
import { balanceOf, moneyOf } from '#domain/orders/balance.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { requiresTwoApprovers } from '#server/identity/staff/requires-two-approvers.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { completeIfDue } from './complete-order.ts'
import { creditOrder } from './credit-order.ts'
import { lockOrder } from './lock-order.ts'
import { readLedger } from './read-ledger.ts'
import type { PaymentServices } from './record-change.ts'

export type PriceAdjustment = {
  orderId: number
  /** Greater than zero. */
  amountCents: Cents
  reason: string
  /** Version of the order shown to the client: a repeated request is refused. */
  expectedVersion?: string | undefined
}

export type AdjustPriceRefusal =
  | { code: 'not_found' }
  | { code: 'reason_required' }
  | { code: 'amount_not_positive' }
  | { code: 'order_canceled' }
  | { code: 'stale' }
  /** More than the remaining value of the goods, or than the amount due. */
  | { code: 'adjustment_too_large'; limitCents: Cents }
  /** Above the limit for one person. */
  | { code: 'above_single_approver_limit'; limitCents: Cents }

/**
 * Credits an amount for goods that the customer keeps (docs/decisions/0043) with a numbered credit note. It reduces the
 * amount due or becomes a refund due. Goods, tax, points and bonuses do not change. Emails the customer.
 */
export async function adjustPrice(
  trx: Transaction,
  actor: Actor,
  { orderId, amountCents, reason, expectedVersion }: PriceAdjustment,
  shop: PaymentServices,
): Promise<Result<{ number: number; balanceCents: Cents }, AdjustPriceRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  if (amountCents <= 0) return refuse({ code: 'amount_not_positive' })
  const order = await lockOrder(trx, orderId)
  if (!order) return refuse({ code: 'not_found' })
  const stale = await refuseStale(trx, order.id, expectedVersion)
  if (stale) return stale
  const ledger = await readLedger(trx, order)
  const before = balanceOf(moneyOf(ledger))
  if (order.status === 'canceled') return refuse({ code: 'order_canceled' })
  const adjustment = {
    goodsCents: cents(order.sub_total_cents - order.discount_cents),
    money: moneyOf(ledger),
    notes: ledger.creditNotes,
  }
  const jointLimitCents = calculateMaxAdjustment({ ...adjustment, aloneCents: undefined })
  if (amountCents > jointLimitCents) return refuse({ code: 'adjustment_too_large', limitCents: jointLimitCents })
  const soloLimitCents = (await requiresTwoApprovers(trx)) ? shop.settings.get('refund_approval_above') : undefined
  const limitCents = calculateMaxAdjustment({ ...adjustment, aloneCents: soloLimitCents })
  if (amountCents > limitCents) return refuse({ code: 'above_single_approver_limit', limitCents })

  const zero = cents(0)
  const { number } = await creditOrder(trx, actor, {
    order,
    kind: 'adjustment',
    parts: { goods: amountCents, discount: zero, insurance: zero, shipping: zero, tax: zero },
    isNumbered: true,
    reason: reason.trim(),
  })
  if (number === undefined) throw new Error(`the adjustment of order ${order.id} has no number`)
  await shop.jobs.queue(trx, 'mail', [{ mail: 'order_credited', order_id: order.id, credit_note: number }])
  await completeIfDue(trx, order.id, actor, shop)
  return { ok: true, number, balanceCents: cents(before - amountCents) }
}
