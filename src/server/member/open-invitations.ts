import type { Database } from '../database/connect.ts'
import { deleteEndedInvitations, findOpenInvitations } from './invitation.queries.ts'

export const listOpenInvitations: typeof findOpenInvitations = findOpenInvitations

/** What is left of people who never accepted goes with the end of their invitation. */
export const cleanInvitations = (db: Database): Promise<void> => deleteEndedInvitations(db)
