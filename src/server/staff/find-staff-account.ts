import type { Database } from '#server/platform/database/connection.ts'
import { findStaffById, type StaffAccount } from './staff.queries.ts'

/** An account of the staff, whether or not it is active; undefined if there is none of that id. */
export const findStaffAccount = (db: Database, id: number): Promise<StaffAccount | undefined> => findStaffById(db, id)
