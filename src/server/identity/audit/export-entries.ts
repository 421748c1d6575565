import { csvCell, writeCsv } from '#server/platform/csv/write-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findEntries, type ListedEntry } from './audit.queries.ts'

const BATCH_SIZE = 1_000
const HEADING =
  'number,at,actor_kind,actor,role,action,subject,subject_id,from,before,after,reason,request,subject_name'

/** Writes every entry to a CSV file, newest first. Returns their number. */
export const exportEntries = (
  db: Database,
  path: string,
  onProgress: (entries: number) => void = () => {},
): Promise<number> =>
  writeCsv(path, HEADING, async (csv) => {
    for await (const batch of readBatches(db)) {
      for (const entry of batch) csv.add(formatLine(entry))
      onProgress(csv.rows())
      await csv.drained()
    }
    return csv.rows()
  })

/** Streams the same file in pieces, reading no faster than the consumer. */
export async function* streamEntries(db: Database): AsyncGenerator<string> {
  yield `${HEADING}\n`
  for await (const batch of readBatches(db)) yield batch.map((entry) => `${formatLine(entry)}\n`).join('')
}

async function* readBatches(db: Database): AsyncGenerator<ListedEntry[]> {
  let last: number | undefined
  for (;;) {
    const batch = await findEntries(db, {}, last, BATCH_SIZE)
    if (batch.length > 0) yield batch
    const end = batch.at(-1)
    if (!end || batch.length < BATCH_SIZE) return
    last = end.id
  }
}

function formatLine(entry: ListedEntry): string {
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
