import type { FastifyInstance } from 'fastify'
import {
  failPayoutCall,
  holdPayoutCall,
  payeeFileCall,
  payeesCall,
  payoutFileCall,
  payoutsCall,
  recordW9Call,
  releasePayoutCall,
  sendPayoutCall,
} from '#contract/compensation/admin-payouts.ts'
import { type Month, month as monthOf, shopDayOf } from '#domain/calendar/month.ts'
import type { PayoutStep } from '#domain/compensation/rules/payout-steps.ts'
import { toDollars } from '#domain/money/money.ts'
import type { Result } from '#domain/result.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { sendExport } from '#server/identity/audit/send-export.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { requiresTwoApprovers } from '#server/identity/staff/requires-two-approvers.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { bookStep, type StepRefusal } from './book-step.ts'
import { findSoloPayoutLimit } from './find-solo-payout-limit.ts'
import { listPayees, streamPayees } from './list-payees.ts'
import { listPayouts, streamPayouts } from './list-payouts.ts'
import { formProblem, stepProblem } from './payout.errors.ts'
import { findPayoutYears, isClosedHere } from './payout.queries.ts'
import { presentW9 } from './present-payout.ts'
import { recordW9 } from './record-w9.ts'
import { type SendRefusal, sendPayout } from './send-payout.ts'
import { getStepMessage } from './step-message.ts'

type PayoutKey = { month: string; member_id: number }

/** Serves payouts to members, payee by payee (docs/back-office §5). */
export function payoutRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)
  const presentPayoutByKey = async ({ month, member_id: member }: PayoutKey) => {
    const [payout] = (await listPayouts(db, { month: monthOf(month), member }, new Date())).data
    if (!payout) throw notFound()
    return payout
  }
  /** The second of two people sees the payout after the change of the first. */
  const buildStepProblem = async (key: PayoutKey, refusal: SendRefusal) =>
    refusal.code === 'stale'
      ? problem('stale', getStepMessage(refusal), { current: await presentPayoutByKey(key) })
      : stepProblem(refusal)
  const respond = async (key: PayoutKey, booked: Result<object, StepRefusal>) => {
    if (!booked.ok) throw await buildStepProblem(key, booked.refusal)
    return presentPayoutByKey(key)
  }
  const bookPayoutStep = (
    actor: Actor,
    { month, member_id }: PayoutKey,
    kind: PayoutStep,
    { reason, expected_version }: { reason: string; expected_version: string },
  ) => {
    const step = { month: monthOf(month), memberId: member_id, kind, expectedVersion: expected_version, reason }
    return inTransaction(db, (trx) => bookStep(trx, actor, step, services))
  }

  serve(app, payoutsCall, permitted(payoutsCall), async ({ params, query }) => {
    const month = await requireClosed(monthOf(params.month))
    const now = new Date()
    const [page, limitCents, isTwoRequired] = await Promise.all([
      listPayouts(db, { month, ...query }, now),
      findSoloPayoutLimit(db, settings, now),
      requiresTwoApprovers(db),
    ])
    return { ...page, manual: { single_approver_limit: toDollars(limitCents), requires_two_approvers: isTwoRequired } }
  })

  serve(app, holdPayoutCall, permitted(holdPayoutCall), async ({ params, body, caller }) =>
    respond(params, await bookPayoutStep(caller.actor, params, 'held', body)),
  )
  serve(app, releasePayoutCall, permitted(releasePayoutCall), async ({ params, body, caller }) =>
    respond(params, await bookPayoutStep(caller.actor, params, 'released', body)),
  )
  serve(app, failPayoutCall, permitted(failPayoutCall), async ({ params, body, caller }) =>
    respond(params, await bookPayoutStep(caller.actor, params, 'failed', body)),
  )
  serve(app, sendPayoutCall, permitted(sendPayoutCall), async ({ params, body, caller }) => {
    const { expected_version: expectedVersion, ...fields } = body
    const input = {
      month: monthOf(params.month),
      memberId: params.member_id,
      ...fields,
      expectedVersion,
      at: new Date(),
    }
    const sent = await inTransaction(db, (trx) => sendPayout(trx, caller.actor, input, services))
    if (!sent.ok) throw await buildStepProblem(params, sent.refusal)
    return { ...(await presentPayoutByKey(params)), approval_id: sent.passed ? null : sent.approvalId }
  })

  serve(app, payoutFileCall, permitted(payoutFileCall), async ({ params, caller, reply }) => {
    const month = await requireClosed(monthOf(params.month))
    return sendExport(db, reply, {
      actor: caller.actor,
      entry: { action: 'payouts.exported', subject: { kind: 'month', id: month } },
      name: `payouts-${month}`,
      lines: streamPayouts(db, month, new Date()),
    })
  })

  serve(app, payeesCall, permitted(payeesCall), async ({ params, query }) => {
    const thresholdCents = settings.get('payout_report_threshold')
    const [page, years] = await Promise.all([
      listPayees(db, { year: params.year, ...query }, thresholdCents),
      findPayoutYears(db),
    ])
    return { ...page, threshold: toDollars(thresholdCents), years }
  })

  serve(app, payeeFileCall, permitted(payeeFileCall), ({ params: { year }, caller, reply }) =>
    sendExport(db, reply, {
      actor: caller.actor,
      entry: { action: 'payees.exported', subject: { kind: 'shop', id: 'payees' } },
      name: `payees-${year}`,
      lines: streamPayees(db, year, settings.get('payout_report_threshold')),
    }),
  )

  serve(app, recordW9Call, permitted(recordW9Call), async ({ params, body, caller }) => {
    const { on, expected_version: expectedVersion } = body
    const input = { memberId: params.member_id, on, expectedVersion, today: shopDayOf(Date.now()) }
    const recorded = await inTransaction(db, (trx) => recordW9(trx, caller.actor, input))
    if (recorded.ok) return presentW9(on)
    if (recorded.refusal.code !== 'stale') throw formProblem(recorded.refusal)
    throw problem('stale', 'Someone else changed this date.', { current: presentW9(recorded.refusal.on) })
  })

  /** Requires a closed month with payouts in this shop. */
  async function requireClosed(month: Month): Promise<Month> {
    if (!(await isClosedHere(db, month))) throw notFound()
    return month
  }
}
