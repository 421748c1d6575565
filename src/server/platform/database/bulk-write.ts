import { once } from 'node:events'
import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import type { Connection } from './connection.ts'

export type BulkColumn = { name: string; type: 'int2' | 'int4' | 'int8' | 'bool' | 'text' }
/** Values of one column, one per row; a string applies to all rows. A column's `none` is written as null. */
export type BulkValues = { values: ArrayLike<number>; none?: number } | { text: string }

/**
 * Writes rows of a table by columns. PostgreSQL receives them by COPY in one transaction; the embedded engine, which
 * has no COPY FROM STDIN and serves no other connection during a statement, receives short separate statements.
 * Everything is written when `finish` returns.
 */
export type BulkWriter = {
  write(rows: number, columns: readonly BulkValues[]): Promise<void>
  finish(): Promise<void>
  /** Aborts the write. On the embedded engine, rows written so far stay. */
  abort(): Promise<void>
}

/**
 * A condition on other rows, locked against changes, that must be true when the rows are written; otherwise nothing is
 * written.
 */
export type Guard = { lock: string; parameters: readonly unknown[]; otherwise: () => Error }

export async function openBulkWriter(
  connection: Connection,
  table: string,
  columns: readonly BulkColumn[],
  guard: Guard,
): Promise<BulkWriter> {
  return connection.engine === 'postgres'
    ? openCopy(connection.pool, table, columns, guard)
    : openInserts(connection.pool, table, columns, guard)
}

async function openCopy(
  pool: pg.Pool,
  table: string,
  columns: readonly BulkColumn[],
  guard: Guard,
): Promise<BulkWriter> {
  const client = await pool.connect()
  const endTransaction = async (statement: 'commit' | 'rollback') => {
    try {
      await client.query(statement)
      client.release()
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
  let stream: CopyStreamQuery
  try {
    await client.query('begin')
    const { rowCount } = await client.query(guard.lock, [...guard.parameters])
    if (rowCount === 0) throw guard.otherwise()
    const names = columns.map(({ name }) => name).join(', ')
    stream = client.query(from(`copy ${table} (${names}) from stdin (format binary)`))
    stream.write(HEADER)
  } catch (error) {
    await endTransaction('rollback')
    throw error
  }
  // Reported by the next write or by finish; a stream that fails in between must not end the process.
  let streamError: Error | undefined
  stream.on('error', (error) => {
    streamError = error
  })
  return {
    async write(rows, values) {
      if (streamError) throw streamError
      if (rows > 0 && !stream.write(encode(rows, columns, values))) await once(stream, 'drain')
    },
    async finish() {
      stream.end(TRAILER)
      await once(stream, 'finish')
      await endTransaction('commit')
    },
    async abort() {
      stream.destroy()
      client.release(new Error('aborted'))
    },
  }
}

const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
const TRAILER = Buffer.from([0xff, 0xff])
const WIDTH = { int2: 2, int4: 4, int8: 8, bool: 1 } as const

function encode(rows: number, columns: readonly BulkColumn[], columnValues: readonly BulkValues[]): Buffer {
  const fields = columns.map(({ type }, index) => {
    const value = columnValues[index] as BulkValues
    const text = 'text' in value ? Buffer.from(value.text) : undefined
    const values = 'values' in value ? value.values : []
    return { type, text, values, none: 'values' in value ? value.none : undefined }
  })
  const maxRowBytes = fields.reduce((sum, { type, text }) => sum + 4 + (text ? text.length : WIDTH[type as 'int4']), 2)
  const buffer = Buffer.allocUnsafe(rows * maxRowBytes)
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length)
  let offset = 0
  for (let row = 0; row < rows; row++) {
    view.setInt16(offset, fields.length)
    offset += 2
    for (const { type, text, values, none } of fields) {
      if (text) {
        view.setInt32(offset, text.length)
        buffer.set(text, offset + 4)
        offset += 4 + text.length
        continue
      }
      const value = values[row] as number
      if (value === none) {
        view.setInt32(offset, -1)
        offset += 4
        continue
      }
      const width = WIDTH[type as 'int4']
      view.setInt32(offset, width)
      offset += 4
      if (type === 'int4') view.setInt32(offset, value)
      else if (type === 'int8') writeInt8(view, offset, value)
      else if (type === 'int2') view.setInt16(offset, value)
      else view.setUint8(offset, value)
      offset += width
    }
  }
  return buffer.subarray(0, offset)
}

/** Writes an integer up to 2⁵³ as eight bytes; a BigInt per value would take longer than everything else. */
function writeInt8(view: DataView, offset: number, value: number): void {
  const high = Math.floor(value / 2 ** 32)
  view.setInt32(offset, high)
  view.setUint32(offset + 4, value - high * 2 ** 32)
}

/** Rows per statement: each takes a few milliseconds, so that page requests run in between. */
const EMBEDDED_SLICE = 1_000

async function openInserts(
  pool: pg.Pool,
  table: string,
  columns: readonly BulkColumn[],
  guard: Guard,
): Promise<BulkWriter> {
  const names = columns.map(({ name }) => name).join(', ')
  const first = guard.parameters.length
  const arrays = columns
    .map(({ type }, index) => `$${first + index + 1}::${type === 'text' ? 'text' : type}[]`)
    .join(', ')
  const statement = `with held as (${guard.lock}) insert into ${table} (${names})
    select rows.* from unnest(${arrays}) as rows where exists (select 1 from held)`
  return {
    async write(rows, columnValues) {
      for (let start = 0; start < rows; start += EMBEDDED_SLICE) {
        const endTransaction = Math.min(rows, start + EMBEDDED_SLICE)
        const parameters = columnValues.map((value) => sliceColumn(value, start, endTransaction))
        const { rowCount } = await pool.query(statement, [...guard.parameters, ...parameters])
        if (rowCount !== endTransaction - start) throw guard.otherwise()
      }
    },
    finish: async () => {},
    abort: async () => {},
  }
}

function sliceColumn(value: BulkValues, start: number, endTransaction: number): (number | string | null)[] {
  if ('text' in value) return Array.from({ length: endTransaction - start }, () => value.text)
  return Array.from({ length: endTransaction - start }, (_, n) => {
    const number = value.values[start + n] as number
    return number === value.none ? null : number
  })
}
