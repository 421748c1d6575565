import { hasPermission, type Permission } from '#contract/permissions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findStaffByEmail } from './staff.queries.ts'
import { findStaffSession, type StaffSession } from './staff-sessions.ts'

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
  const session = await findStaffSession(db, tokenHash)
  if (!session || !hasPermission(session.role, permission)) return undefined
  const { id, email, name, role } = session
  return { id, email, name, role }
}

/** Returns whether a staff member, active or not, signs in with that email. */
export const isStaffEmail = async (trx: Transaction, email: string): Promise<boolean> =>
  (await findStaffByEmail(trx, email)) !== undefined
