import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase } from '#server/platform/database/connect.ts'
import { makeDatabase } from '../../bench/support/database.ts'
import { type RunningShop, startShop } from '../../bench/support/server.ts'

/** A trial's shop whose data survives several starts; `start` starts it, `remove` deletes it. Each has its own name. */
export async function makeTrialShop(engine: 'embedded' | 'postgres', name = 'trial') {
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

type Trial = Awaited<ReturnType<typeof makeTrialShop>>

/** Uses the database of the trial's running shop. */
export async function onDatabase<Result>(
  { environment }: Pick<Trial, 'environment'>,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = environment
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  return work(connection.pool).finally(connection.close)
}

/** Stock for all rounds of a trial. */
export async function neverSellOut(trial: Pick<Trial, 'environment'>, productId: number): Promise<void> {
  await onDatabase(trial, (pool) => pool.query('update products set stock = null where id = $1', [productId]))
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Fails the trial with a message. */
export function require(truth: boolean, otherwise: string): void {
  if (!truth) throw new Error(otherwise)
}
