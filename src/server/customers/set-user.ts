import { shopDayOf } from '#domain/calendar/month.ts'
import type { LicenseType } from '#domain/customers/license.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { changeUser, type UserChanges } from './account.queries.ts'
import { canSignIn } from './can-sign-in.ts'
import { isRenewalPending, type LicenseRow } from './find-license.ts'
import {
  approveLicense,
  type LicenseHolder,
  lockLicense,
  lockLicenseHolders,
  refuseLicense,
  refuseRenewal,
  storeDefaultLicenseState,
} from './license.queries.ts'
import { endAllSessions } from './sessions.ts'

export type StaffChanges = UserChanges & {
  /** Decides on the pending renewal if there is one, otherwise on the license. */
  license?: 'approved' | 'refused'
  /** Reason for refusing a license, shown to its owner. */
  reason?: string
  /** Last day of the approved license, YYYY-MM-DD; defaults to the owner's entry. */
  expiresOn?: string
  /** Defaults to the owner's entry. */
  licenseType?: LicenseType
}

export type SetUserRefusal =
  | { code: 'not_found' }
  | { code: 'no_license' }
  | { code: 'license_taken'; holder: LicenseHolder }
  /** Neither staff nor the owner entered an expiration date. */
  | { code: 'expiration_required' }
  /** The expiration date is in the past. */
  | { code: 'expiration_in_past' }

export type DecidedLicense = 'license_approved' | 'license_refused' | 'license_renewal_refused'

export type ChangedUser = {
  user: NonNullable<Awaited<ReturnType<typeof changeUser>>>
  /** Other accounts with the same license, approved or not. */
  sameLicense: LicenseHolder[]
  /** Decision to notify the owner of. */
  decided: DecidedLicense | undefined
  /** Last day of the approved license. */
  expiresOn: string | undefined
}

/**
 * Applies staff changes to a user. Active approves the license; a user without a password becomes active once it is set
 * (docs/product §1.3). An approved license belongs to one account only. Suspended and closed end all sessions.
 */
export async function setUser(
  trx: Transaction,
  { email, changes }: { email: string; changes: StaffChanges },
  { requireLicenseApproval }: { requireLicenseApproval: boolean },
): Promise<Result<ChangedUser, SetUserRefusal>> {
  const isApproval = changes.status === 'active' || changes.license === 'approved'
  if (isApproval) await storeDefaultLicenseState(trx, email)
  const holders = await lockLicenseHolders(trx, email)
  const existing = await lockLicense(trx, { email })
  if (!existing) return refuse({ code: 'not_found' })
  const sameLicense = holders.filter((holder) => holder.email !== email)
  const otherHolder = isApproval ? findOtherHolder(holders, email) : undefined
  if (otherHolder) return refuse({ code: 'license_taken', holder: otherHolder })

  const license = await changeLicense(trx, existing, holders, changes, requireLicenseApproval)
  if (!license.ok) return license
  const user = await changeUser(trx, email, changes)
  if (!user) return refuse({ code: 'not_found' })
  if (!canSignIn(user.status)) await endAllSessions(trx, user.id)
  return { ok: true, user, sameLicense, decided: license.decided, expiresOn: license.expiresOn }
}

/** Finds the account that has the license approved, unless the user's own is already approved. */
function findOtherHolder(holders: readonly LicenseHolder[], email: string): LicenseHolder | undefined {
  if (holders.some((holder) => holder.email === email && holder.approved)) return undefined
  return holders.find(({ approved }) => approved)
}

type Decision = Result<
  { decided: DecidedLicense | undefined; expiresOn?: string | undefined },
  Exclude<SetUserRefusal, { code: 'license_taken' }>
>

async function changeLicense(
  trx: Transaction,
  existing: LicenseRow,
  holders: readonly LicenseHolder[],
  { license, status, reason = '', expiresOn, licenseType }: StaffChanges,
  requireLicenseApproval: boolean,
): Promise<Decision> {
  const hasPendingRenewal = isRenewalPending(existing)
  if (license === undefined) {
    // Active approves the license, and its owner is notified as of every approval.
    const isApproved = status === 'active' && existing.license_number !== '' && existing.license_approved_at === null
    return { ok: true, decided: isApproved ? 'license_approved' : undefined }
  }
  if (license === 'refused') {
    if (existing.license_number === '') return refuse({ code: 'no_license' })
    if (hasPendingRenewal) await refuseRenewal(trx, existing.id, reason)
    else await refuseLicense(trx, existing.id, reason, requireLicenseApproval)
    return { ok: true, decided: hasPendingRenewal ? 'license_renewal_refused' : 'license_refused' }
  }
  if (holders.length === 0) return refuse({ code: 'no_license' })
  const lastDay = expiresOn ?? (hasPendingRenewal ? existing.renewal_expires_on : existing.expires_on)
  if (lastDay === null) return refuse({ code: 'expiration_required' })
  if (lastDay < shopDayOf(Date.now())) return refuse({ code: 'expiration_in_past' })
  await approveLicense(trx, existing.id, { expiresOn: lastDay, type: licenseType })
  return { ok: true, decided: 'license_approved', expiresOn: lastDay }
}
