import { setTimeout as pause } from 'node:timers/promises'
import { pagePaths } from '#contract/paths.ts'
import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { evaluateFigure, reportFigure } from './support/figures.ts'
import { startShop } from './support/server.ts'
import { findUntrackedProduct, placeGuestOrder } from './support/shopper.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 20)
/** Every page, statement and pool is warm by then. */
const WARM_UP_MINUTES = 2
const MAX_GROWTH_PERCENT = 10
const READERS = 4
const SHOPPERS = 4
const { home, packages, faqs, posts, cart, apiDocs } = pagePaths
const PAGES = [home, packages, `${packages}?page=2`, `${packages}.json`, faqs, posts, cart, apiDocs]

/** Memory under a mixed load of readers and buyers for a long time, to find leaks. */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_soak')
  const shop = await startShop({ databaseUrl: database.url })
  const client = new Client(shop.port, READERS + SHOPPERS)
  try {
    const productId = await findUntrackedProduct(database.url)
    let running = true
    let [pagesRead, checkouts] = [0, 0]
    const repeatUntilStopped = async (work: () => Promise<void>) => {
      while (running) await work()
    }
    const load = Promise.all([
      ...Array.from({ length: READERS }, () =>
        repeatUntilStopped(async () => {
          const { status } = await client.send('GET', PAGES[pagesRead++ % PAGES.length] as string, {
            accept: 'text/html',
          })
          if (status !== 200) throw new Error(`a page returned ${status}`)
        }),
      ),
      ...Array.from({ length: SHOPPERS }, () =>
        repeatUntilStopped(async () => {
          await placeGuestOrder(client, productId)
          checkouts++
        }),
      ),
    ])
    const measurement = (async () => {
      await pause(WARM_UP_MINUTES * 60_000)
      const before = await measurePeak(shop.memoryMiB)
      await pause((MINUTES - WARM_UP_MINUTES) * 60_000)
      return { before, after: await measurePeak(shop.memoryMiB) }
    })()
    // A failing load ends the run; otherwise the clock ends it.
    const result = await Promise.race([measurement, load.then(() => measurement)])
    running = false
    await load
    reportFigure('load', `${pagesRead} pages, ${checkouts} checkouts in ${MINUTES} minutes`)
    const growth = (result.after / result.before - 1) * 100
    evaluateFigure(
      'memory growth',
      growth,
      '%',
      { max: MAX_GROWTH_PERCENT },
      {
        baseline: `${result.before.toFixed(0)} MiB after ${WARM_UP_MINUTES} minutes`,
        ratio: `${result.after.toFixed(0)} MiB`,
      },
    )
  } finally {
    client.close()
    await shop.stop()
    await database.drop()
  }
}

/** The peak within half a minute: memory goes up and down between two collections. */
async function measurePeak(memoryMiB: () => Promise<number>): Promise<number> {
  let peak = 0
  for (let n = 0; n < 15; n++) {
    peak = Math.max(peak, await memoryMiB())
    await pause(2_000)
  }
  return peak
}
