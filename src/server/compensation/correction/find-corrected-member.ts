import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findMemberId } from './correction.queries.ts'

/** Finds a member by number in any spelling. */
export const findCorrectedMember = (db: Database, memberNo: string): Promise<UserId | undefined> =>
  findMemberId(db, memberNo.trim())
