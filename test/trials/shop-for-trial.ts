import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDatabase } from '../../bench/support/database.ts'
import { type RunningShop, startShop } from '../../bench/support/server.ts'

/** Where a trial's shop keeps its data over several starts; `start` starts it, `remove` forgets it. */
export async function makeTrialShop(engine: 'embedded' | 'postgres') {
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-trial-'))
  const database = engine === 'postgres' ? await makeDatabase('salonfront_trial') : undefined
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

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Fails the trial with what went wrong. */
export function require(truth: boolean, otherwise: string): void {
  if (!truth) throw new Error(otherwise)
}
