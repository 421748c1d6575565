import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type ChangedUser, type SetUserRefusal, type StaffChanges, setUser } from './set-user.ts'

type Shop = { approveLicences: boolean; jobs: Pick<Jobs, 'queue'> }

/**
 * As `setUser`, in the audit log and with its mail: page and command line are one code. The owner of a licence that is
 * approved or refused is mailed (docs/back-office §4); without a reason none is refused.
 */
export async function setUserByStaff(
  trx: Transaction,
  actor: Actor,
  email: string,
  changes: StaffChanges,
  { approveLicences, jobs }: Shop,
): Promise<Result<ChangedUser, SetUserRefusal | { code: 'no_reason' }>> {
  const { reason = '', expiresOn: _, licenceType, ...after } = changes
  if (changes.licence === 'refused' && reason.trim() === '') return refuse({ code: 'no_reason' })
  const set = await setUser(trx, email, changes, approveLicences)
  if (!set.ok) return set
  const { user, decided, expiresOn } = set
  if (decided) await jobs.queue(trx, 'mail', [{ mail: decided, user_id: user.id }])
  await recordAction(trx, actor, {
    action: 'member.changed',
    subject: { kind: 'member', id: user.id },
    after: {
      ...after,
      ...(decided === 'licence_renewal_refused' && { of: 'the renewal' }),
      ...(expiresOn !== undefined && { licence_expires_on: expiresOn }),
      ...(licenceType !== undefined && { licence_type: licenceType }),
    },
    ...(reason !== '' && { reason }),
  })
  return set
}
