import type { Database } from '#server/platform/database/connection.ts'
import { deleteEndedInvitations, findOpenInvitations } from './invitation.queries.ts'

export const listOpenInvitations: typeof findOpenInvitations = findOpenInvitations

/** Deletes ended invitations, with what is stored about people who never accepted. */
export const cleanInvitations = (db: Database): Promise<void> => deleteEndedInvitations(db)
