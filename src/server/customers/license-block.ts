import {
  findLicenseBlock,
  type LicenseBlockReason,
  type LicenseRule,
  type LicenseStatus,
} from '#domain/customers/license.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findLicense, findLicenseStatus } from './find-license.ts'

/** Messages that the buyer reads. */
export const licenseBlockMessages: Record<LicenseBlockReason, string> = {
  license_expired: 'Your license has expired. Renew it in your account under My License to order again.',
  license_not_approved: 'You need an approved license to order here. Please check My License in your account.',
  account_needed: 'Only licensed professionals can order here. Please log in to an account with an approved license.',
}

/** Messages for staff who place the order of a customer whose license blocks it. */
export const staffLicenseBlockMessages: Record<LicenseBlockReason, string> = {
  license_expired: 'Their license has expired. Approve a renewal before placing an order.',
  license_not_approved: 'Their license isn’t approved. Only members with an approved license can order.',
  account_needed: 'Only members with an approved license can order. Choose a member.',
}

/**
 * Returns the buyer's message if the license blocks an order under the setting `license_for_orders`, otherwise null.
 */
export function findLicenseBlockMessage(
  rule: LicenseRule,
  /** Undefined for a guest. */
  status: LicenseStatus | undefined,
): string | null {
  const reason = findLicenseBlock(rule, status)
  return reason === undefined ? null : licenseBlockMessages[reason]
}

/** Returns the message for staff who place the order, otherwise null. */
export function findStaffLicenseBlockMessage(rule: LicenseRule, status: LicenseStatus | undefined): string | null {
  const reason = findLicenseBlock(rule, status)
  return reason === undefined ? null : staffLicenseBlockMessages[reason]
}

/** Returns the reason why the current buyer's license blocks an order. Runs no query without a rule. */
export async function findBuyerLicenseBlock(
  db: Database | Transaction,
  rule: LicenseRule,
  /** Undefined for a guest. */
  userId: UserId | undefined,
): Promise<LicenseBlockReason | undefined> {
  if (rule === 'none') return undefined
  const row = userId === undefined ? undefined : await findLicense(db, userId)
  return findLicenseBlock(rule, row && findLicenseStatus(row))
}
