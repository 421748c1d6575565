import { may, type Permission } from '#contract/permissions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findStaffByEmail } from './staff.queries.ts'
import { findSession, lockSession, type StaffSession } from './staff-session.queries.ts'

export type StaffOfSession = Omit<StaffSession, 'proven'>

/**
 * Who a session behind the counter belongs to, if it is live and their role has the permission: for what they began
 * there and do elsewhere. It counts as a use of the session.
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

/** Whether the session is still there; it stays until the transaction ends. */
export const lockStaffSession = (trx: Transaction, tokenHash: Buffer): Promise<boolean> => lockSession(trx, tokenHash)

/** Whether somebody of the staff, active or not, signs in with that email. */
export const isStaffEmail = async (trx: Transaction, email: string): Promise<boolean> =>
  (await findStaffByEmail(trx, email)) !== undefined
