import type { Database } from '#server/platform/database/connection.ts'

/** `moment` is in milliseconds since 1970, as rate-limiter-flexible stores it. */
export async function deleteRateLimitsBefore(db: Database, moment: number): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', moment).execute()
}
