import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { DedicatedConnection } from './dedicated-connection.ts'

/** Columns of a staging table with their types; a row has its values in that order. */
export type StagedColumns = Readonly<Record<string, string>>
export type StagedValue = string | number | boolean | null | undefined
export type StagedRows = AsyncIterable<readonly (readonly StagedValue[])[]>

/** Rows of a file in a temporary table, whose name only this import knows. */
export type Staging = { table: string; rows: number }

/**
 * Writes rows into a temporary table as they arrive, and passes it to `work`. PostgreSQL receives them by COPY; the
 * embedded engine, which has no COPY FROM STDIN, by short statements between which it serves other connections.
 */
export async function withStaging<Result>(
  { client, engine }: DedicatedConnection,
  columns: StagedColumns,
  rows: StagedRows,
  work: (staging: Staging) => Promise<Result>,
): Promise<Result> {
  const table = `staged_${randomBytes(8).toString('hex')}`
  const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await client.query(`create temporary table ${table} (${definitions.join(', ')})`)
  try {
    const staged = await (engine === 'postgres' ? copyRows : insertRows)(client, table, columns, rows)
    // Uses a smaller sample on the embedded engine, which serves no other connection meanwhile.
    const analyze = engine === 'postgres' ? '' : 'set local default_statistics_target = 25; '
    await client.query(`begin; ${analyze}analyze ${table}; commit`)
    return await work({ table, rows: staged })
  } finally {
    await client.query(`drop table ${table}`)
  }
}

async function copyRows(client: pg.ClientBase, table: string, _: StagedColumns, rows: StagedRows): Promise<number> {
  let count = 0
  async function* encoded() {
    for await (const slice of rows) {
      count += slice.length
      let text = ''
      for (const row of slice) text += encodeRow(row)
      if (text !== '') yield text
    }
  }
  await pipeline(Readable.from(encoded()), client.query(from(`copy ${table} from stdin`)))
  return count
}

function encodeRow(row: readonly StagedValue[]): string {
  let line = ''
  for (let index = 0; index < row.length; index++) {
    const value = row[index]
    if (index > 0) line += '\t'
    line += value === null || value === undefined ? '\\N' : typeof value === 'string' ? encodeText(value) : value
  }
  return `${line}\n`
}

const SPECIAL = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const encodeText = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign] as string) : text

/** Rows per statement: each takes a few milliseconds. */
const EMBEDDED_SLICE = 500

async function insertRows(
  client: pg.ClientBase,
  table: string,
  columns: StagedColumns,
  rows: StagedRows,
): Promise<number> {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type.split(' ')[0]}[]`)
  const statement = `insert into ${table} select * from unnest(${arrays.join(', ')})`
  let count = 0
  for await (const slice of rows) {
    for (let start = 0; start < slice.length; start += EMBEDDED_SLICE) {
      const batch = slice.slice(start, start + EMBEDDED_SLICE)
      await client.query(
        statement,
        arrays.map((_, index) => batch.map((row) => row[index] ?? null)),
      )
    }
    count += slice.length
  }
  return count
}
