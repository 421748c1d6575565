import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'

type RowCounts = Record<string, number>

/**
 * Throws unless both leave the same number of rows in every table: a baseline that does less than the shop is invalid.
 */
export async function assertSameRows(
  pool: pg.Pool,
  baseline: () => Promise<void>,
  measured: () => Promise<void>,
): Promise<void> {
  const [expected, actual] = [await countRowChanges(pool, baseline), await countRowChanges(pool, measured)]
  if (isDeepStrictEqual(expected, actual)) return
  throw new Error(`the baseline SQL changes ${JSON.stringify(expected)}, the shop ${JSON.stringify(actual)}`)
}

/**
 * Rows added or removed per table. Runs `work` once before, because the first order of a day inserts that day's totals.
 */
async function countRowChanges(pool: pg.Pool, work: () => Promise<void>): Promise<RowCounts> {
  await work()
  const before = await countRows(pool)
  await work()
  const after = await countRows(pool)
  const changes = Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)])
  return Object.fromEntries(changes.filter(([, rows]) => rows !== 0))
}

async function countRows(pool: pg.Pool): Promise<RowCounts> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`,
  )
  const counts = tables.rows.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
  const { rows } = await pool.query<{ name: string; rows: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}
