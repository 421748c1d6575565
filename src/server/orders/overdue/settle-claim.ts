import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { endClaim, findOpenClaim, lockOrderToClaim } from './unpaid.queries.ts'

export type SettleClaimRefusal = Refusal<'not_found' | 'no_open_claim' | 'stale' | 'reason_required'>

/** Settles a claim for which staff found no payment: the order is due as if there had been no claim. */
export async function settleClaim(
  trx: Transaction,
  actor: Actor,
  { orderId, reason, expectedVersion }: { orderId: number; reason: string; expectedVersion?: string | undefined },
): Promise<Result<NoValue, SettleClaimRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const order = await lockOrderToClaim(trx, orderId, 'link_holder')
  if (!order) return refuse({ code: 'not_found' })
  const claim = await findOpenClaim(trx, order.id)
  if (!claim) return refuse({ code: 'no_open_claim' })
  const stale = await refuseStale(trx, order.id, expectedVersion)
  if (stale) return stale
  await endClaim(trx, claim.id, formatActorName(actor), reason)
  await recordAction(trx, actor, {
    action: 'order.claim_settled',
    subject: { kind: 'order', id: order.id },
    before: { claim: claim.id, claimed_at: claim.claimed_at, method: claim.method, note: claim.note },
    reason,
  })
  return { ok: true }
}
