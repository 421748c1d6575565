import { tmpdir } from 'node:os'
import pg from 'pg'
import { openDatabase } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { BackOfficeSize } from './back-office-rows.ts'
import { administer, urlOf } from './database.ts'
import { fillBackOffice } from './fill-back-office.ts'

/**
 * Copies the filled database of this size for one run. With `shouldFill` it creates the filled database first; that one
 * is kept, and named after its number of orders.
 */
export async function openBackOffice(
  size: BackOfficeSize,
  shouldFill: boolean,
  log: (line: string) => void,
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = `salonfront_bench_admin_${size.orders}`
  if (shouldFill) {
    const started = performance.now()
    const unfinished = `${template}_unfinished`
    await administer(
      `drop database if exists ${unfinished} with (force)`,
      `drop database if exists ${template} with (force)`,
      `create database ${unfinished}`,
    )
    const url = urlOf(unfinished)
    const connection = await openDatabase({ databaseUrl: url, dataDir: tmpdir(), mode: 'join' })
    await migrate(connection)
    await connection.close()
    await fillBackOffice(url, size, log)
    await administer(`alter database ${unfinished} rename to ${template}`)
    log(
      `${size.orders} orders filled in ${((performance.now() - started) / 60_000).toFixed(1)} minutes, kept as ${template}`,
    )
  } else if (!(await exists(template))) {
    throw new Error(`Database ${template} does not exist. Run: npm run bench -- admin --fill`)
  }
  const runDatabase = `${template}_run_${process.pid}`
  await administer(`create database ${runDatabase} template ${template} strategy file_copy`)
  return { url: urlOf(runDatabase), drop: () => administer(`drop database if exists ${runDatabase} with (force)`) }
}

async function exists(database: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  await client.end()
  return rowCount === 1
}
