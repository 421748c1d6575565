import { shopDayOf } from '#domain/calendar/month.ts'
import { findMethodHold, isManualMethod, type MethodHold } from '#domain/compensation/rules/payout-steps.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { ApprovalRefusal, Proposal } from '#server/identity/staff/consume-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { authorizeManualPayout, type SentPayout } from './authorize-manual-payout.ts'
import { bookStep, type StepRefusal } from './book-step.ts'
import { hasFailed } from './pay-month.queries.ts'
import { findChosenMethod } from './payout.queries.ts'

export type SendRefusal =
  | Refusal<'method_mismatch' | 'reference_required' | MethodHold['reason']>
  | StepRefusal
  | ApprovalRefusal

/**
 * Books that an open payout of a paid month was sent. Quick pay and checks go to the member's chosen destination after
 * its waiting period. Any other method needs a reference and, above a limit, a second approver: after the approval,
 * send the money, then call this again to book it (docs/decisions/0058).
 */
export async function sendPayout(
  trx: Transaction,
  actor: Actor,
  input: SentPayout,
  services: Pick<Services, 'jobs' | 'settings'>,
): Promise<Result<{ passed: true; entryId: number } | Proposal, SendRefusal>> {
  const { month, memberId, method, reference, reason, expectedVersion, at } = input
  const step = { month, memberId, kind: 'paid', expectedVersion, reason: reason.trim() } as const
  const sent = { method, destination: '', reference, on: shopDayOf(at.getTime()) }
  if (isManualMethod(method)) {
    const approval = await authorizeManualPayout(trx, actor, input, services)
    if (!approval.ok || !approval.passed) return approval
    return markPassed(
      await bookStep(trx, actor, { ...step, sent: { ...sent, approvedBy: approval.approvedBy } }, services),
    )
  }
  const chosen = await findChosenMethod(trx, memberId as UserId)
  const hold = findMethodHold(chosen, at)
  // Staff may resend a payout that itself failed after checking it.
  if (hold && !(hold.reason === 'last_failed' && (await hasFailed(trx, month, memberId))))
    return refuse({ code: hold.reason })
  if (chosen?.kind !== method) return refuse({ code: 'method_mismatch' })
  return markPassed(
    await bookStep(trx, actor, { ...step, sent: { ...sent, destination: chosen.destination } }, services),
  )
}

const markPassed = (
  step: Result<{ entryId: number }, StepRefusal>,
): Result<{ passed: true; entryId: number }, StepRefusal> => (step.ok ? { ...step, passed: true } : step)
