import { csvCell, writeCsv } from '#server/platform/csv/write-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findEntries } from './audit.queries.ts'

const SLICE = 1_000
const HEADING = 'number,at,who_kind,who,role,action,subject,subject_id,from,before,after,reason,request'

/** Writes every entry to a CSV file, newest first; returns how many. */
export const exportEntries = (
  db: Database,
  path: string,
  onProgress: (entries: number) => void = () => {},
): Promise<number> =>
  writeCsv(path, HEADING, async (csv) => {
    let last: number | undefined
    for (;;) {
      const slice = await findEntries(db, {}, last, SLICE)
      for (const entry of slice) {
        const { from = '', before, after, reason = '' } = entry.payload ?? {}
        const cells = [
          String(entry.id),
          entry.made_at.toISOString(),
          entry.actor_kind,
          entry.actor_name,
          entry.role ?? '',
          entry.action,
          entry.subject_kind,
          entry.subject_id,
          from,
          before ? JSON.stringify(before) : '',
          after ? JSON.stringify(after) : '',
          reason,
          entry.request_id ?? '',
        ]
        csv.add(cells.map(csvCell).join(','))
      }
      onProgress(csv.rows())
      await csv.drained()
      const end = slice.at(-1)
      if (!end || slice.length < SLICE) return csv.rows()
      last = end.id
    }
  })
