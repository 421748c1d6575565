import type { Config } from '#server/platform/config.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { exemptFromTimeout } from '#server/platform/database/watch-silent-connections.ts'
import { DemoNotFilled, partiallyFilledError } from './demo-not-filled.ts'
import { hasSeedRun } from './demo-seed-runs.queries.ts'
import { isBeingSetUp, isEmptyShop } from './empty-shop.queries.ts'
import { seedInChildProcess } from './seed-in-child-process.ts'

/** An arbitrary number that no other program uses for advisory locks. */
export const SEED_LOCK = 7_215_066_942

/**
 * Fills an empty database with the demo shop. If several processes find it empty, one fills it and the others wait: a
 * partially filled shop is never opened. Throws DemoNotFilled.
 */
export async function fillEmptyShop(connection: Connection, config: Config, now: Date): Promise<void> {
  const { db } = connection
  // Its owner is setting it up, or has emptied the demo.
  if (await isBeingSetUp(db)) return
  if (!(await isEmptyShop(db)) && !(await hasSeedRun(db))) return
  await withSeedLock(connection, async () => {
    const outcome = (await isEmptyShop(db)) ? await seedInChildProcess(connection, config, now) : 'done'
    if (await hasSeedRun(db)) throw partiallyFilledError(config.dataDir)
    if (outcome !== 'done') {
      throw new DemoNotFilled(`The process that fills the demo shop ended with ${outcome}, before anything was filled.`)
    }
  })
}

async function withSeedLock({ engine, pool }: Connection, work: () => Promise<void>): Promise<void> {
  // The embedded engine runs in a single process.
  if (engine === 'embedded') return work()
  const client = await pool.connect()
  exemptFromTimeout(client)
  try {
    // Filling has no time limit.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [SEED_LOCK])
    await work()
  } finally {
    // Ends the database session, and with it the lock.
    client.release(true)
  }
}
