import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type BackOfficeSize, fillStatements } from './back-office-rows.ts'

/**
 * The indexes of these tables are created once the rows exist; those of shipments are needed earlier, to find an
 * order's search words.
 */
const FILLED_TABLES = [
  'users',
  'sponsorships',
  'member_statuses',
  'orders',
  'order_lines',
  'order_addresses',
  'order_changes',
  'order_taxes',
  'order_search',
  'payments',
  'credit_notes',
  'counted_orders',
  'cards',
  'shipment_lines',
  'audit_entries',
  'audit_payloads',
]

/**
 * Fills a migrated database with years of a shop's data, in a few statements and without row triggers: the derived data
 * (states, search words, figures) is written as the triggers would write it. There are no points or stock movements,
 * and the audit log entries are not sealed: no bench runs `verify` here.
 */
export async function fillBackOffice(url: string, size: BackOfficeSize, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '768MB'; set work_mem = '256MB'; set max_parallel_maintenance_workers = 2;
      select setseed(0.42)`)
    const indexes = await dropIndexes(client)
    for (const [label, sql] of fillStatements(size)) await logDuration(log, label, () => client.query(sql))
    for (const { name, definition } of indexes) await logDuration(log, `index ${name}`, () => client.query(definition))
    await logDuration(log, 'figures', () => client.query('select rebuild_figures()'))
    await logDuration(log, 'statistics', () => client.query('vacuum analyze'))
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
  // The server counts the connection for a moment after it ended, and a template must have none.
  await pause(500)
}

async function logDuration(log: (line: string) => void, label: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  log(`  ${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Drops the indexes that no constraint needs; returns how to recreate them. */
async function dropIndexes(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index where indrelid = any($1::text[]::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by pg_relation_size(indrelid), 1`,
    [FILLED_TABLES],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows
}
