import type { FastifyInstance } from 'fastify'
import { addStaffCall, changeStaffCall, resetStaffCall, staffListCall } from '#contract/identity/staff.ts'
import { serve } from '#server/http/serve.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { addStaff } from './add-staff.ts'
import { changeStaff } from './change-staff.ts'
import type { ApprovalOutcome } from './consume-approval.ts'
import { makeStaffPolicies } from './find-staff.ts'
import { resetStaff } from './reset-staff.ts'
import { staffProblem } from './staff.errors.ts'
import { findStaffRows } from './staff.queries.ts'

/** Serves the staff accounts. */
export function staffRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, staffListCall, permitted(staffListCall), async () => ({
    staff: (await findStaffRows(db)).map(({ last_signed_in_at, ...staff }) => ({
      ...staff,
      last_signed_in_at: last_signed_in_at?.toISOString() ?? null,
    })),
  }))

  serve(app, addStaffCall, permitted(addStaffCall), async ({ body: { reason, ...input }, caller }) => {
    const added = await inTransaction(db, (trx) => addStaff(trx, caller.actor, { ...input, reason }, services))
    if (!added.ok) throw staffProblem(added.refusal)
    return { approval_id: added.passed ? null : added.approvalId }
  })

  serve(app, changeStaffCall, permitted(changeStaffCall), async ({ body, caller }) => {
    const { staff_id, reason, email, name, role, active, expected } = body
    const changes = {
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(active !== undefined && { active }),
    }
    const changed = await inTransaction(db, (trx) =>
      changeStaff(trx, caller.actor, { staffId: staff_id, changes, reason, expected }),
    )
    if (!changed.ok) throw staffProblem(changed.refusal)
    return presentOutcome(changed)
  })

  serve(app, resetStaffCall, permitted(resetStaffCall), async ({ body: { staff_id: staffId, ...input }, caller }) => {
    const reset = await inTransaction(db, (trx) => resetStaff(trx, caller.actor, { staffId, ...input }, services))
    if (!reset.ok) throw staffProblem(reset.refusal)
    return { effective_at: reset.effectiveAt?.toISOString() ?? null }
  })
}

const presentOutcome = (passed: ApprovalOutcome) => ({ approval_id: passed.passed ? null : passed.approvalId })
