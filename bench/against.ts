import { isAbsolute, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { loadRenderer, type Renderer } from '#server/page/renderer.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { oneVisit, openBrowser, type Visit } from './interactions.ts'
import { lookInTurns, medianOf } from './lighthouse.ts'
import { placeOurs } from './orders.ts'
import { renderings } from './pages.ts'
import { Client, visitOnce } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { tell } from './support/figures.ts'
import { fillCarts } from './support/filled-carts.ts'
import { LeanClient, postOf } from './support/lean-client.ts'
import { measure, medianRate, type Rate, refuseFailures } from './support/load.ts'
import { median } from './support/median.ts'
import { type RunningShop, startShop } from './support/server.ts'
import { checkOut, firstUncounted } from './support/shopper.ts'

const ROUNDS = 5
const VISITORS = 32
const SHOPPERS = 8
const CARTS = 4_000
const ORDERS = 1_000
const CHECKOUTS = 400
const IDLE_MS = 60_000
const LOOKS = 3

/** One of the two releases, with the results of its rounds. */
type Side = { name: string; root: string | undefined; renderer: Pick<Renderer, 'render'> }
type Work = { name: string; rates: Rate[]; cpuMs: number[] }

/**
 * Compares this release with another one, alternating on one machine: `npm run bench -- against --release=DIR`, where
 * DIR is a checkout in which `npm run build` has run. Measures carts, orders, checkouts, memory, rendering, idle load,
 * first page loads and interaction latency.
 */
export async function run(): Promise<void> {
  const root = process.argv.find((argument) => argument.startsWith('--release='))?.slice('--release='.length)
  if (root === undefined || !isAbsolute(root))
    throw new Error('Which release? Pass --release=DIR with an absolute path.')
  const renderers = await import(pathToFileURL(join(root, 'src/server/page/renderer.ts')).href)
  const sides: [Side, Side] = [
    { name: 'there', root, renderer: await renderers.loadRenderer() },
    { name: 'here', root: undefined, renderer: await loadRenderer() },
  ]
  await buyInTurns(sides)
  await lookAround(sides)
}

const shopOf = ({ root }: Side, databaseUrl?: string) =>
  startShop({ ...(root !== undefined && { root }), ...(databaseUrl !== undefined && { databaseUrl }) })

/** Purchases on PostgreSQL, and the memory in use after them. */
async function buyInTurns(sides: readonly Side[]): Promise<void> {
  const started = await Promise.all(sides.map(startOnPostgres))
  const counters: Awaited<ReturnType<typeof openCounter>>[] = []
  try {
    const percents = await idle(started.map(({ shop }) => shop))
    compare('idle on PostgreSQL', percents, (percent) => `${percent.toFixed(2)} % of a core`, 'less')
    // The pool closes connections that have been idle for a minute.
    for (const { shop, database } of started) counters.push(await openCounter(shop, database.url))
    const works = counters.map(({ works }) => works)
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { name: what } of works[0] ?? []) {
        for (const { shop, works } of counters) {
          const work = works.find(({ name }) => name === what)
          const before = await shop.cpuSeconds()
          const rate = await work?.once(round)
          if (!work || !rate) throw new Error(what)
          refuseFailures(rate)
          // The first round warms up the compiler.
          if (round === 0) continue
          work.rates.push(rate)
          work.cpuMs.push((((await shop.cpuSeconds()) - before) * 1000) / work.total)
        }
      }
    }
    for (const [index, { name }] of (works[0] ?? []).entries()) {
      const both = works.map((all) => all[index] as Work)
      const rates = both.map(({ rates }) => medianRate(rates))
      compare(
        name,
        rates.map(({ perSecond }) => perSecond),
        (perSecond) => `${perSecond.toFixed(0)}/s`,
        'more',
      )
      compare(
        `${name}: p99`,
        rates.map(({ p99 }) => p99),
        (ms) => `${ms.toFixed(1)} ms`,
        'less',
      )
      compare(
        `${name}: CPU of the shop`,
        both.map(({ cpuMs }) => median(cpuMs)),
        (ms) => `${ms.toFixed(2)} ms`,
        'less',
      )
    }
    const memory = await Promise.all(counters.map(({ shop }) => shop.memoryMiB()))
    compare('memory after the run', memory, (mib) => `${mib.toFixed(0)} MiB`, 'less')
  } finally {
    for (const { close } of counters) await close()
    for (const { shop, database } of started) {
      await shop.stop()
      await database.drop()
    }
  }
}

async function startOnPostgres(side: Side) {
  const database = await makeDatabase(`salonfront_bench_${side.name}`)
  return { database, shop: await shopOf(side, database.url) }
}

async function openCounter(shop: RunningShop, databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const client = await LeanClient.open(shop.port, VISITORS)
  const shoppers = new Client(shop.port, SHOPPERS)
  const visitor = await visitOnce(shop.port)
  const productId = await firstUncounted(databaseUrl)
  const add = postOf('/shopping-cart/product/add', visitor, { id: productId, quantity: 1 })
  const work = (name: string, total: number, once: (round: number) => Promise<Rate>) => ({
    ...{ name, total, once },
    rates: [] as Rate[],
    cpuMs: [] as number[],
  })
  return {
    shop,
    works: [
      work('add to cart, new cart', CARTS, () =>
        measure(CARTS, VISITORS, async () => {
          const { status, body } = await client.ask(add)
          if (status !== 200) throw new Error(`${status} ${body}`)
        }),
      ),
      work('place order, three lines', ORDERS, async (round) => {
        const carts = Array.from({ length: ORDERS }, makeToken)
        await fillCarts(pool, carts)
        return measure(ORDERS, VISITORS, (n) => placeOurs(client, visitor, carts[n] as string, `${round}-${n}`))
      }),
      work('guest checkout', CHECKOUTS, () => measure(CHECKOUTS, SHOPPERS, () => checkOut(shoppers, productId))),
    ],
    async close() {
      client.close()
      shoppers.close()
      await pool.end()
    },
  }
}

/** Page loads on the embedded engine, and the cost of the idle shop. */
async function lookAround(sides: readonly Side[]): Promise<void> {
  const shops: RunningShop[] = []
  try {
    for (const side of sides) shops.push(await shopOf(side))
    compare('idle on the embedded engine', await idle(shops), (percent) => `${percent.toFixed(2)} % of a core`, 'less')
    const memory = await Promise.all(shops.map((shop) => shop.memoryMiB()))
    compare('memory of the embedded engine', memory, (mib) => `${mib.toFixed(0)} MiB`, 'less')
    await renderInTurns(sides, shops)
    await clickInTurns(shops)
    for await (const { name, reports } of lookInTurns(shops, LOOKS)) {
      const scores = reports.map((all) => median(all.map(({ categories }) => categories.performance.score * 100)))
      compare(`${name}: performance by Lighthouse`, scores, (score) => score.toFixed(0), 'more')
      for (const [audit, words] of Object.entries(AUDITS)) {
        const times = reports.map((all) => medianOf(all, audit))
        compare(`${name}: ${words}`, times, (ms) => `${ms.toFixed(0)} ms`, 'less')
      }
    }
  } finally {
    for (const shop of shops) await shop.stop()
  }
}

const AUDITS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
}

async function renderInTurns(sides: readonly Side[], shops: readonly RunningShop[]): Promise<void> {
  const rates: number[][] = sides.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { renderer }] of sides.entries())
      rates[index]?.push(await renderings(renderer, shops[index]?.url ?? ''))
  }
  compare('uncached listing', rates.map(median), (perSecond) => `${perSecond.toFixed(0)}/s`, 'more')
}

async function clickInTurns(shops: readonly RunningShop[]): Promise<void> {
  const browser = await openBrowser()
  try {
    const visits: Visit[][] = shops.map(() => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { url }] of shops.entries()) visits[index]?.push(await oneVisit(browser, url))
    }
    for (const step of Object.keys(visits[0]?.[0]?.longest ?? {})) {
      const longest = visits.map((all) => median(all.map(({ longest }) => longest[step] ?? Number.NaN)))
      compare(`${step}, slowest response`, longest, (ms) => `${ms.toFixed(0)} ms`, 'less')
    }
  } finally {
    await browser.close()
  }
}

/** Percent of one core for each of the shops at the same time, once startup work is over. */
async function idle(shops: readonly RunningShop[]): Promise<number[]> {
  await pause(15_000)
  const before = await Promise.all(shops.map((shop) => shop.cpuSeconds()))
  await pause(IDLE_MS)
  const after = await Promise.all(shops.map((shop) => shop.cpuSeconds()))
  return after.map((seconds, index) => (seconds - (before[index] ?? 0)) / (IDLE_MS / 100_000))
}

/** `more` or `less` is better; a ratio above 1 means that this release is better. */
function compare(what: string, [there = NaN, here = NaN]: number[], say: (figure: number) => string, best: string) {
  const times = best === 'more' ? here / there : there / here
  tell(what, `${say(here)}, there ${say(there)}: ${times.toFixed(2)} ×`)
}
