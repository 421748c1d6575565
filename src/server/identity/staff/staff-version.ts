import { hashVersion } from '#server/platform/crypto/hash-version.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findStaffRows, type StaffListRow } from './staff.queries.ts'

/** Version of a staff account: everything that owners change or reset. */
export const toStaffVersion = ({ email, name, role, active, password_set, two_factor }: StaffListRow): string =>
  hashVersion(email, name, role, active, password_set, two_factor)

/** Compares with the account's current version; undefined skips the check. The caller holds the lock on approvers. */
export async function isStaffStale(trx: Transaction, id: number, expectedVersion: string | undefined) {
  if (expectedVersion === undefined) return false
  const [staff] = await findStaffRows(trx, id)
  return staff === undefined || toStaffVersion(staff) !== expectedVersion
}
