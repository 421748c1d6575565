import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import type { Content } from './read-archive.ts'
import { buildCopyInto, buildInsertInto, type Target } from './tables.queries.ts'

/** Rows per statement on the embedded engine. */
const BATCH_ROWS = 1_000
const BATCH_BYTES = 1_000_000

type LoadConnection = Pick<DedicatedConnection, 'client' | 'engine'>

/** Loads rows in COPY's text format into a table. */
export async function loadRows({ client, engine }: LoadConnection, target: Target, content: Content): Promise<void> {
  if (engine === 'postgres') {
    await pipeline(Readable.from(content), client.query(from(buildCopyInto(target))))
    return
  }
  const statement = buildInsertInto(target)
  for await (const rows of readBatches(content)) {
    const arrays = target.columns.map((_, index) => rows.map((row) => row[index] ?? null))
    await client.query(statement, arrays)
  }
}

async function* readBatches(content: Content): AsyncGenerator<(string | null)[][]> {
  let rows: (string | null)[][] = []
  let bytes = 0
  for await (const line of readLines(content)) {
    rows.push(line.split('\t').map(readField))
    bytes += line.length
    if (rows.length >= BATCH_ROWS || bytes >= BATCH_BYTES) {
      yield rows
      rows = []
      bytes = 0
    }
  }
  if (rows.length > 0) yield rows
}

const NEWLINE = 0x0a

/** COPY writes a line break inside a value as \n, so every real one ends a row. */
async function* readLines(content: Content): AsyncGenerator<string> {
  let partialLine: Buffer[] = []
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end)
      yield partialLine.length === 0 ? line.toString('utf8') : Buffer.concat([...partialLine, line]).toString('utf8')
      partialLine = []
      start = end + 1
    }
    if (start < chunk.length) partialLine.push(chunk.subarray(start))
  }
  if (partialLine.length > 0) throw new Error('The last row of a part is incomplete.')
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' }

/** Decodes a field of COPY's text format; null for NULL. */
export function readField(field: string): string | null {
  if (field === '\\N') return null
  return field.includes('\\') ? field.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign) : field
}
