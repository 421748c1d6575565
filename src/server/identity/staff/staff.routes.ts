import type { FastifyInstance } from 'fastify'
import {
  addStaffCall,
  changeStaffCall,
  resetStaffCall,
  type StaffRow,
  staffListCall,
} from '#contract/identity/staff.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { addStaff } from './add-staff.ts'
import { type ChangeStaffRefusal, changeStaff } from './change-staff.ts'
import type { ApprovalOutcome } from './consume-approval.ts'
import { makeStaffPolicies } from './find-staff.ts'
import { type ResetStaffRefusal, resetStaff } from './reset-staff.ts'
import { staffChanged, staffProblem } from './staff.errors.ts'
import { findStaffRows, type StaffListRow } from './staff.queries.ts'
import { toStaffVersion } from './staff-version.ts'

/** Serves the staff accounts. */
export function staffRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  async function refusalProblem(staffId: number, refusal: ChangeStaffRefusal | ResetStaffRefusal) {
    if (refusal.code !== 'stale') return staffProblem(refusal)
    const [staff] = await findStaffRows(db, staffId)
    return staff ? problem(refusal.code, staffChanged, { current: presentStaff(staff) }) : notFound()
  }

  serve(app, staffListCall, permitted(staffListCall), async () => ({
    staff: (await findStaffRows(db)).map(presentStaff),
  }))

  serve(app, addStaffCall, permitted(addStaffCall), async ({ body: { reason, ...input }, caller }) => {
    const added = await inTransaction(db, (trx) => addStaff(trx, caller.actor, { ...input, reason }, services))
    if (!added.ok) throw staffProblem(added.refusal)
    return { approval_id: added.passed ? null : added.approvalId }
  })

  serve(app, changeStaffCall, permitted(changeStaffCall), async ({ body, caller }) => {
    const { staff_id, reason, email, name, role, active, expected_version: expectedVersion } = body
    const changes = {
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(active !== undefined && { active }),
    }
    const changed = await inTransaction(db, (trx) =>
      changeStaff(trx, caller.actor, { staffId: staff_id, changes, reason, expectedVersion }),
    )
    if (!changed.ok) throw await refusalProblem(staff_id, changed.refusal)
    return presentOutcome(changed)
  })

  serve(app, resetStaffCall, permitted(resetStaffCall), async ({ body, caller }) => {
    const { staff_id: staffId, kind, reason, expected_version: expectedVersion } = body
    const input = { staffId, kind, reason, expectedVersion }
    const reset = await inTransaction(db, (trx) => resetStaff(trx, caller.actor, input, services))
    if (!reset.ok) throw await refusalProblem(staffId, reset.refusal)
    return { effective_at: reset.effectiveAt?.toISOString() ?? null }
  })
}

const presentStaff = (staff: StaffListRow): StaffRow => ({
  ...staff,
  last_signed_in_at: staff.last_signed_in_at?.toISOString() ?? null,
  version: toStaffVersion(staff),
})

const presentOutcome = (passed: ApprovalOutcome) => ({ approval_id: passed.passed ? null : passed.approvalId })
