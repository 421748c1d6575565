import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { monthOf } from '#domain/calendar/month.ts'
import { writeNetworkFiles } from './network-files.ts'

/**
 * Imports a network with three orders per member in the current month, up to yesterday; returns the member at the top.
 */
export async function importNetwork(
  databaseUrl: string,
  folder: string,
  size: { members: number; chained: number },
): Promise<string> {
  const today = Number(new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York', day: 'numeric' }))
  const files = { members: join(folder, 'members.csv'), orders: join(folder, 'orders.csv') }
  const lastDay = Math.max(1, today - 1)
  const top = await writeNetworkFiles(files, { ...size, month: monthOf(Date.now()), lastDay })
  for (const kind of ['members', 'orders'] as const) {
    await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'import', kind, files[kind]], {
      env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder },
    })
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  // The server would do this itself a few minutes later.
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
  return top
}
