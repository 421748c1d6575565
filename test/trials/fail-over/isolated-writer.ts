import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Runs inside an isolated node: writes to its PostgreSQL and prints a line for each acknowledged and each failed
 * commit. Some time out, which must not look like a commit either.
 */
const [url = ''] = process.argv.slice(2)

for (let attempt = 0; ; attempt++) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // A broken connection also fails its query.
  client.on('error', () => {})
  try {
    await client.connect()
    if (attempt % 2 === 1) await client.query(`set statement_timeout = '2s'`)
    await client.query('begin')
    await client.query('insert into isolated_writes default values')
    await client.query('commit')
    process.stdout.write('acknowledged\n')
  } catch {
    process.stdout.write('refused\n')
  } finally {
    client.end().catch(() => {})
  }
  await pause(200)
}
