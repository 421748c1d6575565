import type { Database } from '#server/platform/database/connection.ts'

/** Finds the published brand; undefined until one is published. */
export async function findPublishedBrand(_db: Database): Promise<unknown> {
  return undefined
}
