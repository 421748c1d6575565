import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { staffTables } from '#server/identity/credentials/account-tables.ts'
import { deletePasswordLink } from '#server/identity/credentials/password-links.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Staff } from './find-staff.ts'
import { lockStaff, setPasswordHash, updateStaff } from './staff.queries.ts'
import { endStaffSessions } from './staff-sessions.ts'

type StaffSelf = Pick<Staff, 'id' | 'tokenHash' | 'actor'>

export async function changeOwnName(trx: Transaction, { id, actor }: StaffSelf, name: string): Promise<void> {
  const before = await lockStaff(trx, id)
  if (before.name === name) return
  await updateStaff(trx, id, { name })
  await recordAction(trx, actor, {
    action: 'staff.changed',
    subject: { kind: 'staff', id },
    before: { name: before.name },
    after: { name },
  })
}

/**
 * Replaces the user's own password (both passwords are given as hashes); ends the other sessions and any link to set
 * it. Refuses if the old hash is outdated: of two concurrent changes only one succeeds.
 */
export async function changeOwnPassword(
  trx: Transaction,
  { id, tokenHash, actor }: StaffSelf,
  { from: oldHash, to: newHash }: { from: string; to: string },
): Promise<Result<NoValue, Refusal<'staff_password_incorrect'>>> {
  const staff = await lockStaff(trx, id)
  if (staff.password_hash !== oldHash || !staff.active) return refuse({ code: 'staff_password_incorrect' })
  await setPasswordHash(trx, id, newHash)
  await endStaffSessions(trx, id, tokenHash)
  await deletePasswordLink(trx, staffTables, id)
  await recordAction(trx, actor, { action: 'staff.password_changed', subject: { kind: 'staff', id } })
  return { ok: true }
}

export async function endOtherSessions(trx: Transaction, { id, tokenHash, actor }: StaffSelf): Promise<void> {
  const sessions = await endStaffSessions(trx, id, tokenHash)
  if (sessions === 0) return
  const subject = { kind: 'staff', id } as const
  await recordAction(trx, actor, { action: 'staff.other_sessions_ended', subject, after: { sessions } })
}
