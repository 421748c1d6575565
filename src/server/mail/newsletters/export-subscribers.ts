import { csvCell } from '#server/platform/csv/write-csv.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findSubscribers } from './subscriber-list.queries.ts'

const BATCH_SIZE = 500
const HEADING = 'email,state,requested_by,since,confirmed_at,ended_at,bounced_at,bounce_code\n'

/** Streams every subscriber, latest first, reading no faster than the consumer. */
export async function* streamSubscribers(db: Database): AsyncGenerator<string> {
  yield HEADING
  for (let before: number | undefined, isMore = true; isMore; ) {
    const rows = await findSubscribers(db, { search: '' }, { before, limit: BATCH_SIZE })
    if (rows.length > 0) yield rows.map(formatLine).join('')
    before = rows.at(-1)?.id
    isMore = rows.length === BATCH_SIZE
  }
}

type Row = Awaited<ReturnType<typeof findSubscribers>>[number]

const formatLine = ({
  email,
  state,
  source,
  created_at,
  confirmed_at,
  ended_at,
  bounced_at,
  bounce_code,
}: Row): string =>
  `${[email, state, source].map(csvCell).join(',')},${[created_at, confirmed_at, ended_at, bounced_at]
    .map((at) => at?.toISOString() ?? '')
    .join(',')},${csvCell(bounce_code)}\n`
