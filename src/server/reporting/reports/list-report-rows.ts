import type { RowFilter } from '#contract/reporting/reports.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  type FoundRow,
  findNames,
  findOrderSpan,
  findRows,
  type RowPosition,
  rowSources,
} from './report-rows.queries.ts'
import { type RowsCursor, readRowsCursor, writeRowsCursor } from './row-cursor.ts'

const PAGE = 50
const SLICE = 500

export type ListedRow = Omit<FoundRow, keyof RowPosition> & { id: string; member: { id: number; name: string } | null }

/** Lists a page of the rows that add up to a figure of a report; `next` is the cursor of the next page. */
export async function listReportRows(
  db: Database,
  filter: RowFilter,
  after: string | undefined,
): Promise<Result<{ data: ListedRow[]; next: string | null }, Refusal<'cursor_invalid'>>> {
  const cursor = after === undefined ? { source: 0, position: undefined } : readRowsCursor(filter.list, after)
  if (!cursor) return refuse({ code: 'cursor_invalid' })
  const { rows, next } = await findSlice(db, filter, cursor, PAGE)
  return { ok: true, data: await withMemberNames(db, rows), next: next && writeRowsCursor(filter.list, next) }
}

/** Streams all rows, one slice at a time and without a long transaction. */
export async function* generateReportRows(db: Database, filter: RowFilter): AsyncGenerator<FoundRow[]> {
  let cursor: RowsCursor | null = { source: 0, position: undefined }
  while (cursor) {
    const { rows, next }: Slice = await findSlice(db, filter, cursor, SLICE)
    if (rows.length > 0) yield rows
    cursor = next
  }
}

type Slice = { rows: FoundRow[]; next: RowsCursor | null }

/** Finds the next rows, from as many of the list's sources as needed. */
async function findSlice(db: Database, filter: RowFilter, cursor: RowsCursor, limit: number): Promise<Slice> {
  const { list, row_kind } = filter
  const names: readonly string[] = rowSources[list]
  const isWanted = (name: string) => row_kind === undefined || list === 'payments' || name === row_kind
  const span = list === 'tax' ? await findOrderSpan(db, filter) : { first: 0, last: 0 }
  const rows: FoundRow[] = []
  let after = cursor.position
  for (const [source, name] of names.entries()) {
    if (source < cursor.source || !isWanted(name)) continue
    const remaining = limit - rows.length
    const fetched = await findRows(db, filter, { what: name, after, span, limit: remaining + 1 })
    rows.push(...fetched.slice(0, remaining))
    if (fetched.length > remaining) {
      const last = rows.at(-1)
      const isFirst = remaining === 0 || !last
      return { rows, next: { source, position: isFirst ? undefined : { key: last.key, id: last.id, sub: last.sub } } }
    }
    after = undefined
  }
  return { rows, next: null }
}

async function withMemberNames(db: Database, rows: readonly FoundRow[]): Promise<ListedRow[]> {
  const ids = rows.flatMap(({ member_id }) => (member_id === null ? [] : [member_id]))
  const names = await findNames(db, ids)
  return rows.map(({ key, id, sub, ...row }) => ({
    ...row,
    id: `${row.row_kind}-${key}-${id}-${sub}`,
    member: row.member_id === null ? null : { id: row.member_id, name: names.get(row.member_id) ?? '' },
  }))
}
