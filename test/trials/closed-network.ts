import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { month } from '#domain/calendar/month.ts'
import { writeMonthFiles } from '#server/compensation/files/month-files.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createMonths } from '../support/create-months.ts'

type Environment = { DATABASE_URL: string; DATA_DIR: string }

/** Month that is closed in the trials. */
export const march = month('2026-03')
const NETWORK = { members: 5_000, ordersPerMonth: 15_000, months: [march, month('2026-04')] }

/** Plants the same network without any closed month. */
export const createNetwork = (connection: Connection): Promise<void> => createMonths(connection, NETWORK)

/** Cards and lines of the month as one text: a preview while it is open, frozen once it is closed. */
export async function readFiles(connection: Connection, { DATA_DIR }: Environment): Promise<string> {
  const folder = join(DATA_DIR, 'months')
  await writeMonthFiles(connection, march, folder)
  const [cards, lines] = await Promise.all(
    ['cards.csv', 'lines.csv'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  return `${cards}${(lines ?? '').split('\n').sort().join('\n')}`
}

/** Uses the database of a shop that is not running; the process started next owns the embedded engine and ends it. */
export async function withStoppedShop<Result>(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Environment,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  try {
    await migrate(connection)
    return await work(connection)
  } finally {
    await connection.close()
  }
}
