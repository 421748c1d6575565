import type { Database } from '#server/platform/database/connection.ts'
import { type CorrectionFilter, findCorrections } from './correction.queries.ts'

export type CorrectionRow = Awaited<ReturnType<typeof findCorrections>>[number]

/** Booked corrections, latest first; `next` continues the list, and is undefined at its end. */
export async function listCorrections(
  db: Database,
  filter: CorrectionFilter,
): Promise<{ rows: CorrectionRow[]; next: number | undefined }> {
  const fetched = await findCorrections(db, { ...filter, limit: filter.limit + 1 })
  const rows = fetched.slice(0, filter.limit)
  return { rows, next: fetched.length > rows.length ? rows.at(-1)?.id : undefined }
}
