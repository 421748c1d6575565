import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type Claimant, findOpenClaim, insertClaim, isMoneyDue, lockOrderToClaim } from './unpaid.queries.ts'

type ClaimedMethod = 'quickpay' | 'check' | 'cash' | 'other'
export type ClaimPaymentRefusal = Refusal<'not_found' | 'nothing_to_pay'>

/**
 * Records the customer's claim that an order is paid (docs/back-office §3): no reminders and no cancellation until the
 * payment is booked or staff have settled the claim. A repeated claim changes nothing.
 */
export async function claimPayment(
  trx: Transaction,
  actor: Actor,
  claim: { orderId: number; claimant: Claimant; method: ClaimedMethod | undefined; note: string },
): Promise<Result<NoValue, ClaimPaymentRefusal>> {
  const order = await lockOrderToClaim(trx, claim.orderId, claim.claimant)
  if (!order) return refuse({ code: 'not_found' })
  if (order.status !== 'processing' || order.paid_at !== null || !(await isMoneyDue(trx, order.id))) {
    return refuse({ code: 'nothing_to_pay' })
  }
  if (await findOpenClaim(trx, order.id)) return { ok: true }
  const method = claim.method ?? order.payment_type
  const id = await insertClaim(trx, { order_id: order.id, method, note: claim.note })
  await recordAction(trx, actor, {
    action: 'order.payment_claimed',
    subject: { kind: 'order', id: order.id },
    after: { claim: id, method, note: claim.note },
  })
  return { ok: true }
}
