import { may, type Permission } from '#contract/permissions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findStaffByEmail } from './staff.queries.ts'
import { findSession, lockSession, type StaffSession } from './staff-session.queries.ts'

export type StaffOfSession = Omit<StaffSession, 'recently_authenticated'>

/**
 * Finds the staff member of an active session if their role has the permission, for work that started in the back
 * office and continues elsewhere. Counts as a use of the session.
 */
export async function findStaffOfSession(
  db: Database,
  tokenHash: Buffer,
  permission: Permission,
): Promise<StaffOfSession | undefined> {
  const session = await findSession(db, tokenHash)
  if (!session || !may(session.role, permission)) return undefined
  const { id, email, name, role } = session
  return { id, email, name, role }
}

/** Locks the session until the transaction ends; returns whether it still exists. */
export const lockStaffSession = (trx: Transaction, tokenHash: Buffer): Promise<boolean> => lockSession(trx, tokenHash)

/** Returns whether a staff member, active or not, signs in with that email. */
export const isStaffEmail = async (trx: Transaction, email: string): Promise<boolean> =>
  (await findStaffByEmail(trx, email)) !== undefined
