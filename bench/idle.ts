import { setTimeout as pause } from 'node:timers/promises'
import { makeDatabase } from './support/database.ts'
import { judgeFigure } from './support/figures.ts'
import { type RunningShop, startShop } from './support/server.ts'

/** Startup work is over by then. */
const SETTLED_AFTER_MS = 15_000
const WATCHED_MS = 60_000
const MAX_PERCENT = 1
const MAX_EMBEDDED_MIB = 520

/** The cost of a shop without visitors: its share of a core, and its memory. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_idle')
  try {
    await onEngine('PostgreSQL', await startShop({ databaseUrl: database.url }))
    await onEngine('embedded engine', await startShop({}), MAX_EMBEDDED_MIB)
  } finally {
    await database.drop()
  }
}

async function onEngine(engine: string, shop: RunningShop, mostMiB = Infinity): Promise<void> {
  try {
    await pause(SETTLED_AFTER_MS)
    if (mostMiB < Infinity)
      judgeFigure(`memory after the start, ${engine}`, await shop.memoryMiB(), 'MiB', { atMost: mostMiB })
    const before = await shop.cpuSeconds()
    await pause(WATCHED_MS)
    const percent = ((await shop.cpuSeconds()) - before) / (WATCHED_MS / 100_000)
    judgeFigure(`idle, ${engine}`, percent, '% of a core', { atMost: MAX_PERCENT })
  } finally {
    await shop.stop()
  }
}
