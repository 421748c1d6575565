import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

const SIGNATURE_BYTES = 11
const NULL = -1

/**
 * Reads the rows of a query by COPY in binary: millions of them without an object each. Columns are int2, int4, int8
 * or bool and come as numbers in one array that is used again for each row; null is NaN.
 */
export async function copyRows(
  client: pg.ClientBase,
  query: string,
  columns: readonly ColumnType[],
  onRow: (row: Float64Array) => void,
): Promise<void> {
  const stream = client.query(copyTo(`copy (${query}) to stdout (format binary)`))
  const read = makeReader(columns, onRow)
  await pipeline(stream, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) read(chunk)
  })
}

export type ColumnType = 'int' | 'bool'

function makeReader(columns: readonly ColumnType[], onRow: (row: Float64Array) => void): (chunk: Buffer) => void {
  const row = new Float64Array(columns.length)
  let left: Buffer = Buffer.alloc(0)
  let begun = false

  return (chunk) => {
    const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk])
    let at = 0
    if (!begun) {
      const header = SIGNATURE_BYTES + 8
      if (bytes.length < header || bytes.length < header + bytes.readInt32BE(header - 4)) {
        left = bytes
        return
      }
      at = header + bytes.readInt32BE(header - 4)
      begun = true
    }
    for (let end = endOfRow(bytes, at); end !== -1; end = endOfRow(bytes, at)) {
      // The trailer has a count of −1 and nothing after it.
      if (end > at + 2) readRow(bytes, at + 2, columns, row)
      if (end > at + 2) onRow(row)
      at = end
    }
    left = bytes.subarray(at)
  }
}

/** Where the row that begins here ends; −1 while it has not all come. */
function endOfRow(bytes: Buffer, start: number): number {
  if (start + 2 > bytes.length) return -1
  const fields = bytes.readInt16BE(start)
  let at = start + 2
  for (let field = 0; field < fields; field++) {
    if (at + 4 > bytes.length) return -1
    at += 4 + Math.max(0, bytes.readInt32BE(at))
  }
  return at > bytes.length ? -1 : at
}

function readRow(bytes: Buffer, start: number, columns: readonly ColumnType[], row: Float64Array): void {
  let at = start
  for (const [column, type] of columns.entries()) {
    const length = bytes.readInt32BE(at)
    at += 4
    row[column] = length === NULL ? Number.NaN : readValue(bytes, at, length, type)
    at += Math.max(0, length)
  }
}

function readValue(bytes: Buffer, at: number, length: number, type: ColumnType): number {
  if (type === 'bool') return bytes.readUInt8(at)
  if (length === 4) return bytes.readInt32BE(at)
  if (length === 2) return bytes.readInt16BE(at)
  return bytes.readInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4)
}
