import type { Database } from '#server/platform/database/connection.ts'
import { findApprovers } from './staff.queries.ts'

/** Returns whether guarded actions wait for a second person, which starts with two approvers (docs/back-office §1). */
export const requiresTwoApprovers = async (db: Database): Promise<boolean> => (await findApprovers(db)).length > 1
