import { type LicenceStatus, licenceStatus } from '#domain/account/licence.ts'
import { shopDayOf } from '#domain/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findLicenceOf, type LicenceRow } from './licence.queries.ts'

export type { LicenceRow }

export const findLicence = (db: Database | Transaction, userId: UserId): Promise<LicenceRow | undefined> =>
  findLicenceOf(db, userId)

type Held = Pick<LicenceRow, 'licence_number' | 'licence_approved_at' | 'licence_refusal' | 'expires_on'>

/** Status of a license on the shop's calendar day of an instant. */
export const statusOfLicence = (row: Held, at = Date.now()): LicenceStatus =>
  licenceStatus(
    {
      number: row.licence_number,
      isApproved: row.licence_approved_at !== null,
      isRefused: row.licence_refusal !== null,
      expiresOn: row.expires_on,
    },
    shopDayOf(at),
  )

/** True if a renewal is awaiting a decision. */
export const renewalWaits = (row: Pick<LicenceRow, 'renewal_expires_on' | 'renewal_refusal'>): boolean =>
  row.renewal_expires_on !== null && row.renewal_refusal === null
