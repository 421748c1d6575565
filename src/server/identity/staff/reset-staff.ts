import { hasPermission } from '#contract/permissions.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName, type Origin } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { staffTables } from '#server/identity/credentials/account-tables.ts'
import { deletePasswordLink } from '#server/identity/credentials/password-links.ts'
import { deleteSecondFactor } from '#server/identity/credentials/second-factors.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { isResetToken, readResetToken } from './reset-token.ts'
import {
  findApprovers,
  findStaffById,
  lockApprovers,
  lockStaff,
  type StaffAccount,
  setPasswordHash,
} from './staff.queries.ts'
import { allowStaffLink } from './staff-link.ts'
import {
  findReset,
  insertReset,
  lockDueResets,
  markDone,
  markStopped,
  type PendingReset,
  type ResetKind,
} from './staff-reset.queries.ts'
import { endStaffSessions } from './staff-sessions.ts'
import { isStaffStale } from './staff-version.ts'

/** Time for others to stop the reset of an approver. */
export const RESET_HOURS = 24

export type ResetStaffRefusal = Refusal<'not_found' | 'staff_not_active' | 'reset_pending' | 'stale'>
export type StaffReset = {
  staffId: number
  kind: ResetKind
  reason: string | undefined
  /** Version shown to the user, so that a reset by someone else is not repeated; undefined skips the check. */
  expectedVersion?: string | undefined
}
type ResetDeps = Pick<Services, 'jobs'>

/**
 * Resets a password or second factor and emails a link to set it again. It takes effect at once, or for one of several
 * approvers a day after an email to each of them, any of whom can stop it (docs/back-office §1).
 */
export async function resetStaff(
  trx: Transaction,
  actor: Actor,
  { staffId, kind, reason, expectedVersion }: StaffReset,
  { jobs }: ResetDeps,
): Promise<Result<{ effectiveAt: Date | null }, ResetStaffRefusal>> {
  await lockApprovers(trx)
  const staff = await findStaffById(trx, staffId)
  if (!staff) return refuse({ code: 'not_found' })
  if (!staff.active) return refuse({ code: 'staff_not_active' })
  if (await isStaffStale(trx, staff.id, expectedVersion)) return refuse({ code: 'stale' })
  const subject = { kind: 'staff', id: staffId } as const
  const approvers = await findApprovers(trx)
  if (approvers.length < 2 || !hasPermission(staff.role, 'approve') || staff.password_hash === null) {
    await executeReset(trx, staff.id, kind)
    // The command line prints a link, which an emailed link would replace.
    if (actor.kind !== 'command_line') await mailLink(trx, staff.id, { jobs })
    await recordAction(trx, actor, { action: `staff.${kind}_reset`, subject, reason })
    return { ok: true, effectiveAt: null }
  }
  const reset = await insertReset(trx, { staff_id: staff.id, kind, requested_by: formatActorName(actor) }, RESET_HOURS)
  if (!reset) return refuse({ code: 'reset_pending' })
  const mails = approvers.map(({ id }) => ({ mail: 'staff_reset', staff_reset_id: reset.id, staff_id: id }) as const)
  await jobs.queue(trx, 'mail', mails)
  await recordAction(trx, actor, {
    action: `staff.${kind}_reset_requested`,
    subject,
    after: { effectiveAt: reset.effective_at.toISOString() },
    reason,
  })
  return { ok: true, effectiveAt: reset.effective_at }
}

/** A link emailed before becomes invalid, too. */
async function executeReset(trx: Transaction, staffId: StaffId, kind: ResetKind): Promise<void> {
  await lockStaff(trx, staffId)
  if (kind === 'password') await setPasswordHash(trx, staffId, null)
  else await deleteSecondFactor(trx, staffTables, staffId)
  await endStaffSessions(trx, staffId)
  await deletePasswordLink(trx, staffTables, staffId)
  if (kind === 'second_factor') await allowStaffLink(trx, staffId)
}

const mailLink = (trx: Transaction, staffId: StaffId, { jobs }: ResetDeps): Promise<void> =>
  jobs.queue(trx, 'mail', [{ mail: 'staff_link', staff_id: staffId }])

/** Executes the resets whose waiting day is over; runs as a job. */
export async function executeDueResets(trx: Transaction, deps: ResetDeps): Promise<void> {
  await lockApprovers(trx)
  for (const { id, staff_id, kind } of await lockDueResets(trx)) {
    await markDone(trx, id)
    const staff = await findStaffById(trx, staff_id)
    if (staff?.active) {
      await executeReset(trx, staff_id, kind)
      await mailLink(trx, staff_id, deps)
    }
    await recordAction(
      trx,
      { kind: 'system', job: 'staff resets' },
      {
        action: `staff.${kind}_reset`,
        subject: { kind: 'staff', id: staff_id },
      },
    )
  }
}

/** Stops a reset; any approver may do this, no matter who requested it. */
export async function stopReset(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  resetId: number,
  channel: 'sign_in' | 'link' = 'sign_in',
): Promise<Result<NoValue, Refusal<'not_found'>>> {
  await lockApprovers(trx)
  if (!(await markStopped(trx, resetId, actor.staffId as StaffId))) return refuse({ code: 'not_found' })
  await recordAction(trx, actor, {
    action: 'staff.reset_stopped',
    subject: { kind: 'staff', id: actor.staffId },
    after: { reset: resetId, ...(channel === 'link' && { by: channel }) },
  })
  return { ok: true }
}

/** Finds the reset that an emailed link stops, and its recipient, while both are valid. Changes nothing. */
export async function openResetLink(
  db: Database,
  token: string,
  signer: Signer,
): Promise<Result<{ reset: PendingReset; recipient: StaffAccount }, Refusal<'reset_ended'>>> {
  const ids = readResetToken(token)
  const reset = ids && (await findReset(db, ids.resetId))
  const recipient = ids && (await findStaffById(db, ids.staffId))
  if (!reset || !recipient?.active || !hasPermission(recipient.role, 'approve')) return refuse({ code: 'reset_ended' })
  return isResetToken(signer, token, reset, recipient)
    ? { ok: true, reset, recipient }
    : refuse({ code: 'reset_ended' })
}

/**
 * Stops a reset with an emailed link, for approvers who cannot sign in now. It needs no proof, because it takes nothing
 * from anyone.
 */
export async function stopResetByLink(
  trx: Transaction,
  token: string,
  origin: Origin,
  signer: Signer,
): Promise<Result<NoValue, Refusal<'reset_ended'>>> {
  const opened = await openResetLink(trx, token, signer)
  if (!opened.ok) return opened
  const { id: staffId, email, role } = opened.recipient
  const stopped = await stopReset(trx, { kind: 'staff', staffId, email, role, ...origin }, opened.reset.id, 'link')
  return stopped.ok ? stopped : refuse({ code: 'reset_ended' })
}
