import { shopDayOf } from '#domain/calendar/month.ts'
import { determineLicenseStatus, type LicenseStatus } from '#domain/customers/license.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findLicenseRow, type LicenseRow } from './license.queries.ts'

export type { LicenseRow }

export const findLicense = (db: Database | Transaction, userId: UserId): Promise<LicenseRow | undefined> =>
  findLicenseRow(db, userId)

type LicenseState = Pick<LicenseRow, 'license_number' | 'license_approved_at' | 'license_refusal' | 'expires_on'>

/** Status of a license on the shop's calendar day of an instant. */
export const findLicenseStatus = (row: LicenseState, now = Date.now()): LicenseStatus =>
  determineLicenseStatus(
    {
      number: row.license_number,
      isApproved: row.license_approved_at !== null,
      isRefused: row.license_refusal !== null,
      expiresOn: row.expires_on,
    },
    shopDayOf(now),
  )

/** True if a renewal is awaiting a decision. */
export const isRenewalPending = (row: Pick<LicenseRow, 'renewal_expires_on' | 'renewal_refusal'>): boolean =>
  row.renewal_expires_on !== null && row.renewal_refusal === null
