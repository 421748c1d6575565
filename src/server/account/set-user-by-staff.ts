import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type ChangedUser, type SetUserRefusal, type StaffChanges, setUser } from './set-user.ts'

type Shop = { approveLicences: boolean; jobs: Pick<Jobs, 'queue'> }

/**
 * As `setUser`, in the audit log and with its mail: page and command line are one code. The owner of a licence that is
 * refused is mailed the reason (docs/back-office §4), without which it is not refused.
 */
export async function setUserByStaff(
  trx: Transaction,
  actor: Actor,
  email: string,
  changes: StaffChanges,
  { approveLicences, jobs }: Shop,
): Promise<Result<ChangedUser, SetUserRefusal | { code: 'no_reason' }>> {
  const { reason = '', ...after } = changes
  if (changes.licence === 'refused' && reason.trim() === '') return refuse({ code: 'no_reason' })
  const set = await setUser(trx, email, changes, approveLicences)
  if (!set.ok) return set
  const { id } = set.user
  if (changes.licence !== undefined) {
    const mail = changes.licence === 'approved' ? 'licence_approved' : 'licence_refused'
    await jobs.queue(trx, 'mail', [{ mail, user_id: id }])
  }
  await recordAction(trx, actor, {
    action: 'member.changed',
    subject: { kind: 'member', id },
    after,
    ...(reason !== '' && { reason }),
  })
  return set
}
