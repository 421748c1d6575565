import type { Role } from '#contract/permissions.ts'
import { hasPermission } from '#contract/permissions.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { type ApprovalRefusal, consumeApproval, type Proposal } from './consume-approval.ts'
import type { ApprovableAction } from './decide-approval.ts'
import { findStaffByEmail, insertStaff } from './staff.queries.ts'

export type NewStaff = { email: string; name: string; role: Role }
export type AddStaffRefusal = Refusal<'email_taken'> | ApprovalRefusal
export type AddedStaff = { staffId: StaffId; passed: true } | Proposal

/**
 * Adds a staff member, who gets a link to set a password by email or from the output of the command line. Adding an
 * approver needs a second approver (docs/back-office §1).
 */
export async function addStaff(
  trx: Transaction,
  actor: Actor,
  { reason, ...newStaff }: NewStaff & { reason: string | undefined },
  { jobs }: Pick<Services, 'jobs'>,
): Promise<Result<AddedStaff, AddStaffRefusal>> {
  if (await findStaffByEmail(trx, newStaff.email)) return refuse({ code: 'email_taken' })
  if (hasPermission(newStaff.role, 'approve')) {
    const approval = await consumeApproval(trx, actor, {
      action: ADD,
      subject: newStaff.email,
      permission: 'staff.change',
      payload: newStaff,
      preview: newStaff,
      reason,
    })
    if (!approval.ok || !approval.passed) return approval
  }
  const staffId = await insertStaff(trx, newStaff)
  if (staffId === undefined) return refuse({ code: 'email_taken' })
  // The command line prints a link, which an emailed link would replace.
  if (actor.kind !== 'command_line') await jobs.queue(trx, 'mail', [{ mail: 'staff_link', staff_id: staffId }])
  const subject = { kind: 'staff', id: staffId } as const
  await recordAction(trx, actor, { action: 'staff.added', subject, after: newStaff, reason })
  return { ok: true, staffId, passed: true }
}

const ADD = 'staff.add'

export const approvableAddStaff = (services: Pick<Services, 'jobs'>): ApprovableAction => ({
  action: ADD,
  async preview(trx, payload) {
    const newStaff = payload as NewStaff
    return (await findStaffByEmail(trx, newStaff.email)) ? undefined : newStaff
  },
  carryOut: (trx, actor, payload, reason) => addStaff(trx, actor, { ...(payload as NewStaff), reason }, services),
})
