import { hasPermission, type Role, roles } from '#contract/permissions.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { staffTables } from '#server/identity/credentials/account-tables.ts'
import { deletePasswordLink } from '#server/identity/credentials/password-links.ts'
import { findSecondFactorState } from '#server/identity/credentials/second-factors.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import {
  type ApprovalOutcome,
  type ApprovalRefusal,
  consumeApproval,
  type Preview,
  voidApprovalsOfStaff,
} from './consume-approval.ts'
import type { ApprovableAction } from './decide-approval.ts'
import {
  countOtherOwners,
  findApprovers,
  findStaffByEmail,
  findStaffById,
  lockApprovers,
  lockStaff,
  type StaffAccount,
  type StaffFields,
  updateStaff,
} from './staff.queries.ts'
import { endStaffSessions } from './staff-sessions.ts'
import { isStaffStale } from './staff-version.ts'

/** With this many approvers or fewer, removing one needs approval. */
const MIN_APPROVERS = 2
const CHANGE = 'staff.change'

export type ChangeStaffRefusal =
  | Refusal<'not_found'>
  | Refusal<'stale'>
  | Refusal<'email_taken'>
  | Refusal<'last_owner'>
  /** They have a password but no second factor, which owners need to sign in. */
  | Refusal<'owner_without_second_factor'>
  | ApprovalRefusal

/**
 * Changes an account. Two people are needed to make someone an approver, to change an approver's email, and to remove
 * one of the last two (docs/back-office §1). Demotion, deactivation and a new email end the sessions. An owner who
 * cannot sign in would be an approver whom everything waits for, so the second factor comes before the role. Refuses
 * if the account is no longer at `expectedVersion`; undefined skips this check.
 */
export async function changeStaff(
  trx: Transaction,
  actor: Actor,
  {
    staffId,
    changes,
    reason,
    expectedVersion,
  }: { staffId: number; changes: StaffFields; reason: string | undefined; expectedVersion?: string | undefined },
): Promise<Result<ApprovalOutcome, ChangeStaffRefusal>> {
  // Locks first, so that concurrent changes see each other's result.
  await lockApprovers(trx)
  const account = await findStaffById(trx, staffId)
  if (!account) return refuse({ code: 'not_found' })
  const before = await lockStaff(trx, account.id)
  if (await isStaffStale(trx, before.id, expectedVersion)) return refuse({ code: 'stale' })
  const after = { ...before, ...changes }
  if (after.email !== before.email && (await findStaffByEmail(trx, after.email))) return refuse({ code: 'email_taken' })
  if (isOwner(before) && !isOwner(after) && (await countOtherOwners(trx, before.id)) === 0)
    return refuse({ code: 'last_owner' })
  if (before.role !== 'owner' && after.role === 'owner' && !(await canSignInAsOwner(trx, before)))
    return refuse({ code: 'owner_without_second_factor' })
  if (await isGuarded(trx, before, after)) {
    const approval = await consumeApproval(trx, actor, {
      action: CHANGE,
      subject: String(staffId),
      permission: 'staff.change',
      payload: { staffId, changes },
      preview: createPreview(before, changes),
      reason,
    })
    if (!approval.ok || !approval.passed) return approval
  }
  await updateStaff(trx, before.id, changes)
  if (losesPermissions(before, after)) await voidApprovalsOfStaff(trx, actor, before.id)
  const losesApproval = canApprove(before) && !canApprove(after)
  if (losesApproval || !after.active || after.role !== before.role || after.email !== before.email) {
    await endStaffSessions(trx, before.id)
  }
  // A link in the previous mailbox must not work anymore.
  if (!after.active || after.email !== before.email) await deletePasswordLink(trx, staffTables, before.id)
  await recordAction(trx, actor, {
    action: 'staff.changed',
    subject: { kind: 'staff', id: staffId },
    before: pickChanged(before, changes),
    after: changes,
    reason,
  })
  return { ok: true, passed: true }
}

type RoleHolder = Pick<StaffAccount, 'active' | 'role'>
const canApprove = ({ active, role }: RoleHolder): boolean => active && hasPermission(role, 'approve')
const isOwner = ({ active, role }: RoleHolder): boolean => active && role === 'owner'

/** People who set their password later set up the second factor with it. */
const canSignInAsOwner = async (trx: Transaction, { id, password_hash }: StaffAccount): Promise<boolean> =>
  password_hash === null || (await findSecondFactorState(trx, staffTables, id)).isOn

const losesPermissions = (before: RoleHolder, after: RoleHolder): boolean =>
  (before.active && !after.active) || roles.indexOf(after.role) < roles.indexOf(before.role)

async function isGuarded(trx: Transaction, before: StaffAccount, after: StaffAccount): Promise<boolean> {
  if (!canApprove(before)) return canApprove(after)
  if (after.email !== before.email) return true
  // Managers may approve already, but a promotion to owner grants all other permissions.
  if (canApprove(after)) return before.role !== after.role && after.role === 'owner'
  return (await findApprovers(trx)).length <= MIN_APPROVERS
}

const pickChanged = (before: StaffAccount, changes: StaffFields): Record<string, unknown> =>
  Object.fromEntries((Object.keys(changes) as (keyof StaffFields)[]).map((field) => [field, before[field]]))

function createPreview({ email, name, role, active }: StaffAccount, changes: StaffFields): Preview {
  const after = Object.fromEntries(Object.entries(changes).map(([field, value]) => [`new ${field}`, value]))
  return { email, name, role: role as Role, active, ...after }
}

export const approvableChangeStaff: ApprovableAction = {
  action: CHANGE,
  async preview(trx, payload) {
    const { staffId, changes } = payload as { staffId: StaffId; changes: StaffFields }
    const staff = await findStaffById(trx, staffId)
    return staff && createPreview(staff, changes)
  },
  carryOut(trx, actor, payload, reason) {
    const { staffId, changes } = payload as { staffId: StaffId; changes: StaffFields }
    return changeStaff(trx, actor, { staffId, changes, reason })
  },
}
