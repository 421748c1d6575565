import { csvCell, writeCsv } from '#server/platform/csv/write-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findEntries, type ListedEntry } from './audit.queries.ts'

const SLICE = 1_000
const HEADING =
  'number,at,actor_kind,actor,role,action,subject,subject_id,from,before,after,reason,request,subject_name'

/** Writes every entry to a CSV file, newest first. Returns their number. */
export const exportEntries = (
  db: Database,
  path: string,
  onProgress: (entries: number) => void = () => {},
): Promise<number> =>
  writeCsv(path, HEADING, async (csv) => {
    for await (const slice of everyEntry(db)) {
      for (const entry of slice) csv.add(lineOf(entry))
      onProgress(csv.rows())
      await csv.drained()
    }
    return csv.rows()
  })

/** Streams the same file in pieces, reading no faster than the consumer. */
export async function* streamEntries(db: Database): AsyncGenerator<string> {
  yield `${HEADING}\n`
  for await (const slice of everyEntry(db)) yield slice.map((entry) => `${lineOf(entry)}\n`).join('')
}

async function* everyEntry(db: Database): AsyncGenerator<ListedEntry[]> {
  let last: number | undefined
  for (;;) {
    const slice = await findEntries(db, {}, last, SLICE)
    if (slice.length > 0) yield slice
    const end = slice.at(-1)
    if (!end || slice.length < SLICE) return
    last = end.id
  }
}

function lineOf(entry: ListedEntry): string {
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
    entry.subject_name ?? '',
  ]
  return cells.map(csvCell).join(',')
}
