import { ACCOUNT_PAGE_SIZE } from '#contract/base/limits.ts'
import type { Points } from '#contract/customers/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findPointEntries, sumPoints } from './points.queries.ts'

/** A page of My PVs, newest first, with the sum of all entries. */
export async function listPoints(db: Database, userId: UserId, offset: number): Promise<Points> {
  const [entries, { count, total }] = await Promise.all([
    findPointEntries(db, userId, { offset, limit: ACCOUNT_PAGE_SIZE }),
    sumPoints(db, userId),
  ])
  return {
    data: entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
    page_count: Math.ceil(count / ACCOUNT_PAGE_SIZE),
    total,
  }
}

/** All points of a member, less returns. */
export const sumMemberPoints = async (db: Database, userId: UserId): Promise<number> =>
  (await sumPoints(db, userId)).total
