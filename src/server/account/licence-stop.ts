import { type LicenceRule, type LicenceStatus, type LicenceStop, licenceStop } from '#domain/account/licence.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findLicence, statusOfLicence } from './find-licence.ts'

/** What the buyer reads. */
export const stopSentences: Record<LicenceStop, string> = {
  licence_expired:
    'Your license has expired. Please renew it in your account under My License; then you can order again.',
  licence_not_approved: 'Only accounts with an approved license can order here. Please see My License in your account.',
  account_needed: 'Only licensed professionals can order here. Please sign in to an account whose license is approved.',
}

/** Why the licence of a customer stands in the way, for whoever takes their order. */
export const staffStopSentences: Record<LicenceStop, string> = {
  licence_expired: 'Their license has expired. Approve a renewal before placing an order.',
  licence_not_approved:
    'Their license is not approved. The shop takes orders from members with an approved license only.',
  account_needed: 'The shop takes orders from members with an approved license only. Choose a member.',
}

/** Why somebody with a licence like that cannot order, by the setting `licence_for_orders`; null where they can. */
export function licenceStopSentence(
  rule: LicenceRule,
  /** Undefined for a guest. */
  status: LicenceStatus | undefined,
): string | null {
  const stop = licenceStop(rule, status)
  return stop === undefined ? null : stopSentences[stop]
}

/** The same for whoever takes an order. */
export function staffStopSentence(rule: LicenceRule, status: LicenceStatus | undefined): string | null {
  const stop = licenceStop(rule, status)
  return stop === undefined ? null : staffStopSentences[stop]
}

/** Why whoever orders now cannot; without a rule the database is not asked. */
export async function findLicenceStop(
  db: Database | Transaction,
  rule: LicenceRule,
  /** Undefined for a guest. */
  userId: UserId | undefined,
): Promise<LicenceStop | undefined> {
  if (rule === 'none') return undefined
  const row = userId === undefined ? undefined : await findLicence(db, userId)
  return licenceStop(rule, row && statusOfLicence(row))
}
