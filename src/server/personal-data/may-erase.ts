import { type Actor, staffOf } from '#server/audit/actor.ts'
import { hasActed } from '#server/audit/has-acted.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { takesTwoPeople } from '#server/staff/takes-two-people.ts'
import { findAuditSubjects } from './audit-subjects.queries.ts'
import type { PersonKeys } from './decision.ts'
import { hasWaitingApproval } from './open-business.queries.ts'

/**
 * `own_money`: erasing would empty the reasons of whoever asks for it. `approval_waits`: a second person could not read
 * what they decide on.
 */
export type EraseObjection = 'own_money' | 'approval_waits'

/** What gives money away, or says that less is owed. */
const moneyActions = [
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
 * Why staff may not erase a person now, if there is something (docs/decisions/0060). With nobody else who may, a reason
 * and a fresh proof have to do (docs/back-office §1).
 */
export async function objectionTo(
  trx: Transaction,
  actor: Actor,
  person: PersonKeys,
): Promise<EraseObjection | undefined> {
  const staff = staffOf(actor)
  // What a member asked for waits until nothing is open; a restore repeats what was done.
  if (!staff) return undefined
  if (await hasWaitingApproval(trx, person)) return 'approval_waits'
  if (!(await takesTwoPeople(trx))) return undefined
  const about = { memberId: person.user, subjects: await findAuditSubjects(trx, person) }
  return (await hasActed(trx, staff, moneyActions, about)) ? 'own_money' : undefined
}
