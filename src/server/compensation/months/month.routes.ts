import type { FastifyInstance } from 'fastify'
import {
  closeMonthCall,
  managedMonthCall,
  monthsCall,
  payMonthCall,
  previewMonthCall,
} from '#contract/compensation/months.ts'
import { type Month, month as monthOf } from '#domain/calendar/month.ts'
import { toCents } from '#domain/money/money.ts'
import { payMonthByStaff } from '#server/compensation/payouts/pay-month-by-staff.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueueMonthRun } from './enqueue-month-run.ts'
import { listBoard } from './list-board.ts'
import { monthBusyProblem, payProblem, proposeProblem } from './month.errors.ts'
import { proposeClose } from './propose-close.ts'
import { readManagedMonth } from './read-managed-month.ts'

/** Month-end routes: preview, approve, close and pay (docs/back-office §5). */
export function monthRoutes(app: FastifyInstance, services: Services): void {
  const { db, jobs, settings } = services
  const { permitted } = makeStaffPolicies(services)
  const settlingDays = () => settings.get('settling_days')
  const minimumPayoutCents = () => settings.get('minimum_payout')
  const requireMonth = async (month: Month, viewer: StaffId) => {
    const options = { settlingDays: settlingDays(), minimumPayoutCents: minimumPayoutCents() }
    const managed = await readManagedMonth(db, month, { ...options, at: new Date(), viewer })
    if (!managed) throw notFound()
    return managed
  }

  serve(app, monthsCall, permitted(monthsCall), async ({ query: { only } }) => ({
    data: await listBoard(db, { at: new Date(), settlingDays: settlingDays(), only }),
  }))

  serve(app, managedMonthCall, permitted(managedMonthCall), ({ params, caller }) =>
    requireMonth(monthOf(params.month), caller.id),
  )

  serve(app, previewMonthCall, permitted(previewMonthCall), async ({ params, caller }) => {
    const month = monthOf(params.month)
    await requireMonth(month, caller.id)
    const run = { month, kind: 'preview', by: caller.actor.email, byId: caller.id, reason: '' } as const
    const queued = await inTransaction(db, (trx) => enqueueMonthRun(trx, run, { jobs }))
    if (!queued.ok) throw monthBusyProblem()
    return requireMonth(month, caller.id)
  })

  serve(app, closeMonthCall, permitted(closeMonthCall), async ({ params, body, caller }) => {
    const month = monthOf(params.month)
    await requireMonth(month, caller.id)
    const input = { month, expectedVersion: body.expected_version, reason: body.reason }
    const proposed = await inTransaction(db, (trx) =>
      proposeClose(trx, caller.actor, input, {
        settlingDays: settlingDays(),
        minimumPayoutCents: minimumPayoutCents(),
        jobs,
      }),
    )
    if (!proposed.ok && proposed.refusal.code !== 'stale') throw proposeProblem(proposed.refusal)
    const current = await requireMonth(month, caller.id)
    if (!proposed.ok) throw problem('stale', 'Someone else previewed this month again.', { current })
    return current
  })

  serve(app, payMonthCall, permitted(payMonthCall), async ({ params, body, caller }) => {
    const month = monthOf(params.month)
    await requireMonth(month, caller.id)
    const input = { month, totalCents: toCents(body.total), reason: body.reason, byApproval: true }
    const paid = await inTransaction(db, (trx) => payMonthByStaff(trx, caller.actor, input, { jobs }))
    if (!paid.ok) throw payProblem(paid.refusal)
    return requireMonth(month, caller.id)
  })
}
