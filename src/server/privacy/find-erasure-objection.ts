import { type Actor, findActingStaff } from '#server/identity/audit/actor.ts'
import { hasActed } from '#server/identity/audit/has-acted.ts'
import { requiresTwoApprovers } from '#server/identity/staff/requires-two-approvers.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findAuditSubjects } from './audit-subjects.queries.ts'
import type { PersonKeys } from './decision.ts'
import { hasWaitingApproval } from './open-business.queries.ts'

/**
 * `own_money`: erasing would remove the reasons of the actor's own payments. `approval_waits`: the second approver
 * could not read the proposal.
 */
export type ErasureObjection = 'own_money' | 'approval_pending'

/** Actions that pay money out or reduce the amount due. */
const MONEY_ACTIONS = [
  'payment.refunded',
  'payment.corrected',
  'payment.bounced',
  'order.credited',
  'order.returned',
  'approval.approved',
  'payout.held',
  'payout.released',
  'payout.paid',
  'payout.failed',
  'bonus.corrected',
]

/**
 * Returns why staff may not erase a person now, if there is a reason (docs/decisions/0060). If nobody else has the
 * permission, a reason and a fresh proof are enough (docs/back-office §1).
 */
export async function findErasureObjection(
  trx: Transaction,
  actor: Actor,
  person: PersonKeys,
): Promise<ErasureObjection | undefined> {
  const staff = findActingStaff(actor)
  // A member's own request waits until nothing is open, and a restore repeats earlier erasures.
  if (!staff) return undefined
  if (await hasWaitingApproval(trx, person)) return 'approval_pending'
  if (!(await requiresTwoApprovers(trx))) return undefined
  const references = { memberId: person.user, subjects: await findAuditSubjects(trx, person) }
  return (await hasActed(trx, staff, MONEY_ACTIONS, references)) ? 'own_money' : undefined
}
