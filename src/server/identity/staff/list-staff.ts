import type { Database } from '#server/platform/database/connection.ts'
import { findStaffByEmail, findStaffRows, type StaffAccount } from './staff.queries.ts'

export const listStaff = (db: Database): ReturnType<typeof findStaffRows> => findStaffRows(db)

export const findStaffAccount = (db: Database, email: string): Promise<StaffAccount | undefined> =>
  findStaffByEmail(db, email)
