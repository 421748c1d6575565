import { setTimeout as pause } from 'node:timers/promises'
import { makeDatabase } from './support/database.ts'
import { evaluateFigure } from './support/figures.ts'
import { type RunningShop, startShop } from './support/server.ts'

/** Startup work is over by then. */
const SETTLE_MS = 15_000
const MEASURE_MS = 60_000
const MAX_IDLE_PERCENT = 1
const MAX_EMBEDDED_MIB = 520

/** The cost of a shop without visitors: its share of a core, and its memory. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_idle')
  try {
    await measureIdle('PostgreSQL', await startShop({ databaseUrl: database.url }))
    await measureIdle('embedded engine', await startShop({}), MAX_EMBEDDED_MIB)
  } finally {
    await database.drop()
  }
}

async function measureIdle(engine: string, shop: RunningShop, maxMiB = Infinity): Promise<void> {
  try {
    await pause(SETTLE_MS)
    if (maxMiB < Infinity)
      evaluateFigure(`memory after the start, ${engine}`, await shop.memoryMiB(), 'MiB', { max: maxMiB })
    const before = await shop.cpuSeconds()
    await pause(MEASURE_MS)
    const percent = ((await shop.cpuSeconds()) - before) / (MEASURE_MS / 100_000)
    evaluateFigure(`idle, ${engine}`, percent, '% of a core', { max: MAX_IDLE_PERCENT })
  } finally {
    await shop.stop()
  }
}
