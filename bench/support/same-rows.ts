import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'

type Rows = Record<string, number>

/**
 * Throws unless both leave the same number of rows in every table: a baseline that does less than the shop is invalid.
 */
export async function refuseOtherRows(
  pool: pg.Pool,
  leanest: () => Promise<void>,
  ours: () => Promise<void>,
): Promise<void> {
  const [wanted, found] = [await rowsLeft(pool, leanest), await rowsLeft(pool, ours)]
  if (isDeepStrictEqual(wanted, found)) return
  throw new Error(`the leanest SQL leaves ${JSON.stringify(wanted)}, the shop ${JSON.stringify(found)}`)
}

/**
 * Rows added or removed per table. Runs `work` once before, because the first order of a day inserts that day's totals.
 */
async function rowsLeft(pool: pg.Pool, work: () => Promise<void>): Promise<Rows> {
  await work()
  const before = await countRows(pool)
  await work()
  const after = await countRows(pool)
  const left = Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)])
  return Object.fromEntries(left.filter(([, rows]) => rows !== 0))
}

async function countRows(pool: pg.Pool): Promise<Rows> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`,
  )
  const counts = tables.rows.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
  const { rows } = await pool.query<{ name: string; rows: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}
