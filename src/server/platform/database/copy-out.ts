import { sql } from 'kysely'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { Connection, Database } from './connection.ts'

export type CopiedField = 'int2' | 'int4' | 'int8' | 'bool' | 'text'
/**
 * A row in transit: numbers and booleans (0, 1) by column, NaN for null; text as bytes that are valid until the next
 * row.
 */
export type CopiedRow = { numbers: Float64Array; texts: (Buffer | undefined)[] }

/** Magic, flags, and the length of an extension that is always empty. */
const HEADER_BYTES = 19
const END = -1
const NULL = -1

/** Source of rows: a shop's connection, or the view of a single transaction, which has no pool of its own. */
export type RowSource = Pick<Connection, 'pool' | 'db' | 'engine'> | TransactionView
export type TransactionView = { db: Database; engine: 'transaction'; pool?: undefined }

/**
 * Reads rows by `copy (query) to stdout` in PostgreSQL's binary format, several times faster than as objects:
 * millions of rows a second, none of which stays in memory. `query` is a select without parameters; `fields` are its columns'
 * types. `waitForWriter` is awaited periodically, for callers that write the rows elsewhere. Rows of a transaction are
 * read as objects.
 */
export async function copyOut(
  source: Pick<Connection, 'pool'> | TransactionView,
  query: string,
  fields: readonly CopiedField[],
  onRow: (row: CopiedRow) => void,
  waitForWriter: () => Promise<void> = async () => {},
): Promise<void> {
  if (!source.pool) return readInTransaction(source.db, query, fields, onRow)
  const client = await source.pool.connect()
  let error: Error | undefined
  try {
    await copyOutWithClient(client, query, fields, onRow, waitForWriter)
  } catch (caught) {
    error = caught as Error
    throw caught
  } finally {
    // An aborted stream leaves its connection in the middle of the protocol.
    client.release(error)
  }
}

/** Does the same on a connection of the caller, inside its transaction. */
export async function copyOutWithClient(
  client: pg.ClientBase,
  query: string,
  fields: readonly CopiedField[],
  onRow: (row: CopiedRow) => void,
  waitForWriter: () => Promise<void> = async () => {},
): Promise<void> {
  const row: CopiedRow = { numbers: new Float64Array(fields.length), texts: fields.map(() => undefined) }
  let leftover: Buffer = Buffer.alloc(0)
  let isHeaderRead = false
  for await (const chunk of client.query(to(`copy (${query}) to stdout (format binary)`))) {
    let unread = leftover.length === 0 ? (chunk as Buffer) : Buffer.concat([leftover, chunk as Buffer])
    if (!isHeaderRead) {
      if (unread.length < HEADER_BYTES) {
        leftover = unread
        continue
      }
      isHeaderRead = true
      unread = unread.subarray(HEADER_BYTES)
    }
    leftover = unread.subarray(readRows(unread, fields, row, onRow))
    await waitForWriter()
  }
}

async function readInTransaction(
  db: Database,
  query: string,
  fields: readonly CopiedField[],
  onRow: (row: CopiedRow) => void,
): Promise<void> {
  const names = fields.map((_, field) => `field_${field}`)
  const { rows } = await sql
    .raw<Record<string, unknown>>(`select * from (${query}) as copied (${names.join(', ')})`)
    .execute(db)
  for (const row of rows) {
    const values = names.map((name) => row[name])
    onRow({
      numbers: Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value))),
      texts: values.map((value) => (typeof value === 'string' ? Buffer.from(value) : undefined)),
    })
  }
}

/** Reads the complete rows in the buffer; returns the offset of the first incomplete one. */
function readRows(
  bytes: Buffer,
  fields: readonly CopiedField[],
  row: CopiedRow,
  onRow: (row: CopiedRow) => void,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let start = 0
  while (start + 2 <= bytes.length) {
    const count = view.getInt16(start)
    if (count === END) return bytes.length
    if (count !== fields.length) throw new Error(`${count} columns were copied, ${fields.length} expected`)
    const end = findRowEnd(view, start + 2, count)
    if (end === undefined) return start
    let offset = start + 2
    for (let field = 0; field < count; field++) {
      const length = view.getInt32(offset)
      offset += 4
      if (length === NULL) {
        row.numbers[field] = Number.NaN
        row.texts[field] = undefined
        continue
      }
      const type = fields[field]
      if (type === 'int4') row.numbers[field] = view.getInt32(offset)
      else if (type === 'int8') row.numbers[field] = view.getInt32(offset) * 2 ** 32 + view.getUint32(offset + 4)
      else if (type === 'int2') row.numbers[field] = view.getInt16(offset)
      else if (type === 'bool') row.numbers[field] = view.getUint8(offset)
      else row.texts[field] = bytes.subarray(offset, offset + length)
      offset += length
    }
    onRow(row)
    start = end
  }
  return start
}

function findRowEnd(view: DataView, from: number, count: number): number | undefined {
  let offset = from
  for (let field = 0; field < count; field++) {
    if (offset + 4 > view.byteLength) return undefined
    offset += 4 + Math.max(0, view.getInt32(offset))
  }
  return offset <= view.byteLength ? offset : undefined
}

/**
 * Size of the id ranges for the embedded engine, which serves no other connection during a statement, and for objects,
 * which stay in memory until the last one has arrived; PostgreSQL's COPY reads the entire table at once.
 */
const RANGE_SIZE = 20_000

/** Splits ids from the lowest to the highest, both inclusive, into half-open ranges to read one after the other. */
export function splitIdRange(
  engine: RowSource['engine'],
  lowestId: number,
  highestId: number,
): [after: number, to: number][] {
  if (engine === 'postgres') return [[lowestId - 1, highestId]]
  const ranges: [number, number][] = []
  for (let after = lowestId - 1; after < highestId; after += RANGE_SIZE) ranges.push([after, after + RANGE_SIZE])
  return ranges
}
