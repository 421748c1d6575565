import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findMemberId } from './correction.queries.ts'

/** A member by number, however it is typed. */
export const findCorrectedMember = (db: Database, typed: string): Promise<UserId | undefined> =>
  findMemberId(db, typed.trim())
