import type { Database } from '#server/platform/database/connection.ts'
import { findApprovers } from './staff.queries.ts'

/** Whether what needs approval waits for somebody else: as soon as two may approve (docs/back-office §1). */
export const takesTwoPeople = async (db: Database): Promise<boolean> => (await findApprovers(db)).length > 1
