import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { findLicenseStatus } from './find-license.ts'
import { lockStaffEditableFields } from './license.queries.ts'
import { type ChangedUser, type SetUserRefusal, type StaffChanges, setUser } from './set-user.ts'

type Shop = { requireLicenseApproval: boolean; jobs: Pick<Jobs, 'queue'> }

/**
 * Runs `setUser` with its audit entry and mail, for both the back office and the command line. Emails the owner of a
 * license that is approved or refused (docs/back-office §4). A refusal requires a reason.
 */
export async function setUserByStaff(
  trx: Transaction,
  actor: Actor,
  { email, changes }: { email: string; changes: StaffChanges },
  { requireLicenseApproval, jobs }: Shop,
): Promise<Result<ChangedUser, SetUserRefusal | { code: 'reason_required' }>> {
  const { reason = '', expiresOn: _, licenseType, ...decision } = changes
  if (changes.license === 'refused' && reason.trim() === '') return refuse({ code: 'reason_required' })
  const accountState = await lockStaffEditableFields(trx, email)
  const result = await setUser(trx, { email, changes }, { requireLicenseApproval })
  if (!result.ok) return result
  const { user, decided: decidedLicense, expiresOn } = result
  if (decidedLicense) await jobs.queue(trx, 'mail', [{ mail: decidedLicense, user_id: user.id }])
  const changed = {
    ...decision,
    ...(expiresOn !== undefined && { license_expires_on: expiresOn }),
    ...(licenseType !== undefined && { license_type: licenseType }),
  }
  await recordAction(trx, actor, {
    action: 'member.changed',
    subject: { kind: 'member', id: user.id },
    ...(accountState && { before: pickPreviousValues(accountState, changed) }),
    after: { ...changed, ...(decidedLicense === 'license_renewal_refused' && { of: 'the renewal' }) },
    ...(reason !== '' && { reason }),
  })
  return result
}

/** Picks the previous values of the changed fields. */
function pickPreviousValues(
  { type, status, license }: NonNullable<Awaited<ReturnType<typeof lockStaffEditableFields>>>,
  changed: object,
): Record<string, unknown> {
  const fields = {
    type,
    status,
    license: findLicenseStatus(license),
    license_expires_on: license.expires_on,
    license_type: license.license_type,
  }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in changed))
}
