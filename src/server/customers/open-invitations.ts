import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findOpenInvitations, findPendingInvitations } from './invitation.queries.ts'

export const listOpenInvitations: typeof findOpenInvitations = findOpenInvitations

const MAX_LISTED = 100

/** Lists a member's unanswered invitations for staff. */
export const listPendingInvitations = (db: Database, inviterId: UserId) =>
  findPendingInvitations(db, inviterId, MAX_LISTED)

/** Deletes expired invitations, including the data about people who never accepted. */
export async function cleanInvitations(db: Database): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<=', sql<Date>`now()`).execute()
}
