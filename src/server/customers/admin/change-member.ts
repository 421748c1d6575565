import type { LicenseType } from '#domain/customers/license.ts'
import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { SetUserRefusal, StaffChanges } from '#server/customers/set-user.ts'
import { setUserByStaff } from '#server/customers/set-user-by-staff.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockMember, setContact } from './managed-member.queries.ts'

type Contact = { first_name?: string; last_name?: string; phone_number?: string }
export type MemberChanges = Contact & Pick<StaffChanges, 'type' | 'status'>
export type MemberRefusal =
  | SetUserRefusal
  | Refusal<'reason_required' | 'stale' | 'member_unchanged' | 'already_erased'>
/** Last day of the approved license, YYYY-MM-DD; defaults to the day the member entered. */
type LicenseDecision = {
  expectedVersion: string
  reason: string
  expires_on?: string | undefined
  license_type?: LicenseType | undefined
}
type Shop = { requireLicenseApproval: boolean; jobs: Pick<Jobs, 'queue'> }

/**
 * Changes a member on behalf of staff, based on the version they reviewed (docs/back-office §8); values that already
 * match do not count as a change. Erased members cannot be changed: they are not erased again, so new data would remain.
 */
export async function changeMember(
  trx: Transaction,
  actor: Actor,
  {
    id,
    changes,
    expectedVersion,
    reason,
  }: { id: UserId; changes: MemberChanges; expectedVersion: string; reason: string },
  shop: Shop,
): Promise<Result<NoValue, MemberRefusal>> {
  const member = await lockMember(trx, id)
  if (!member) return refuse({ code: 'not_found' })
  if (member.is_erased) return refuse({ code: 'already_erased' })
  if (member.version !== expectedVersion) return refuse({ code: 'stale' })
  const fields = Object.keys(changes) as (keyof MemberChanges)[]
  const { type, status, ...contact }: MemberChanges = Object.fromEntries(
    fields.filter((field) => changes[field] !== member[field]).map((field) => [field, changes[field]]),
  )
  const names = Object.keys(contact) as (keyof Contact)[]
  if (names.length === 0 && type === undefined && status === undefined) return refuse({ code: 'member_unchanged' })
  if (names.length > 0) {
    await setContact(trx, id, contact)
    await recordAction(trx, actor, {
      action: 'member.contact_changed',
      subject: { kind: 'member', id },
      before: Object.fromEntries(names.map((name) => [name, member[name]])),
      after: contact,
      reason,
    })
  }
  if (type === undefined && status === undefined) return { ok: true }
  const accountChanges = { ...(type !== undefined && { type }), ...(status !== undefined && { status }), reason }
  const result = await setUserByStaff(trx, actor, { email: member.email, changes: accountChanges }, shop)
  return result.ok ? { ok: true } : result
}

/**
 * Approves or refuses a license, or the pending renewal, based on the version the staff member reviewed, and emails the
 * member.
 */
export async function decideLicense(
  trx: Transaction,
  actor: Actor,
  id: UserId,
  license: 'approved' | 'refused',
  { expectedVersion, reason, expires_on, license_type }: LicenseDecision,
  shop: Shop,
): Promise<Result<NoValue, MemberRefusal>> {
  const member = await lockMember(trx, id)
  if (!member) return refuse({ code: 'not_found' })
  if (member.version !== expectedVersion) return refuse({ code: 'stale' })
  const decision = {
    license,
    reason,
    ...(expires_on !== undefined && { expiresOn: expires_on }),
    ...(license_type !== undefined && { licenseType: license_type }),
  }
  const result = await setUserByStaff(trx, actor, { email: member.email, changes: decision }, shop)
  return result.ok ? { ok: true } : result
}
