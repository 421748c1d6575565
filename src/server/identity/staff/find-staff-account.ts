import type { Database } from '#server/platform/database/connection.ts'
import { findStaffById, type StaffAccount } from './staff.queries.ts'

/** Finds a staff account, active or not; undefined if there is none with that ID. */
export const findStaffAccount = (db: Database, id: number): Promise<StaffAccount | undefined> => findStaffById(db, id)
