import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { openDatabase } from '#server/platform/database/connect.ts'
import { makeDatabase } from '../../bench/support/database.ts'
import { type RunningShop, startShop } from '../../bench/support/server.ts'

/** A trial's shop whose data survives several starts; `start` starts it, `remove` deletes it. Each has its own name. */
export async function createTrialShop(engine: 'embedded' | 'postgres', name = 'trial') {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  const database = engine === 'postgres' ? await makeDatabase(`salonfront_${name}`) : undefined
  const environment = { DATABASE_URL: database?.url ?? '', DATA_DIR: dataDir }
  return {
    environment,
    start: (env: Record<string, string> = {}): Promise<RunningShop> =>
      startShop({ dataDir, databaseUrl: environment.DATABASE_URL, env }),
    async remove() {
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Trial = Awaited<ReturnType<typeof createTrialShop>>

/** Opens the database of a trial whose shop is not running. */
export const openTrialDatabase = ({ environment }: Pick<Trial, 'environment'>) =>
  openDatabase({ databaseUrl: environment.DATABASE_URL, dataDir: environment.DATA_DIR, mode: 'serve' })

/** Uses the database of the trial's running shop. */
export async function withDatabase<Result>(
  { environment }: Pick<Trial, 'environment'>,
  task: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = environment
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  return task(connection.pool).finally(connection.close)
}

/** Stock for all rounds of a trial. */
export async function disableStockTracking(trial: Pick<Trial, 'environment'>, productId: number): Promise<void> {
  await withDatabase(trial, (pool) => pool.query('update products set stock = null where id = $1', [productId]))
}

export const log = (line: string): void => void process.stdout.write(`${line}\n`)

/** Fails the trial with a message. */
export function assertThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

/** Runs a command of the shop in a separate process; returns its output, and throws if it fails. */
export async function runCommand(environment: Trial['environment'], ...args: string[]): Promise<string> {
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/shop.ts', ...args], { env })
  return stdout.trim()
}
