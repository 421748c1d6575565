import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { loadRenderer, type Renderer } from '#server/http/pages/renderer.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { measureVisit, openBrowser, type Visit } from './interactions.ts'
import { collectReports, medianAudit } from './lighthouse.ts'
import { placeShopOrder } from './orders.ts'
import { measureRenderings } from './pages.ts'
import { Client, visitOnce } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { reportFigure } from './support/figures.ts'
import { fillCarts } from './support/fill-carts.ts'
import { assertNoFailures, measure, medianRate, type Rate } from './support/load.ts'
import { median } from './support/median.ts'
import { buildPost, RawClient } from './support/raw-client.ts'
import { type RunningShop, startShop } from './support/server.ts'
import { findUntrackedProduct, placeGuestOrder } from './support/shopper.ts'

const ROUNDS = 5
const VISITORS = 32
const SHOPPERS = 8
const CARTS = 4_000
const ORDERS = 1_000
const CHECKOUTS = 400
const IDLE_MS = 60_000
const LIGHTHOUSE_RUNS = 3

/** One of the two releases, with the results of its rounds. */
type Release = { name: string; root: string | undefined; renderer: Pick<Renderer, 'render'> }
type Workload = { name: string; rates: Rate[]; cpuMs: number[] }

/**
 * Compares this release with another one, alternating on one machine: `npm run bench -- against --release=DIR`, where
 * DIR is a checkout in which `npm run build` has run. Measures carts, orders, checkouts, memory, rendering, idle load,
 * first page loads and interaction latency.
 */
export async function run(): Promise<void> {
  const root = process.argv.find((arg) => arg.startsWith('--release='))?.slice('--release='.length)
  if (root === undefined || !isAbsolute(root)) throw new Error('Missing --release=DIR, an absolute path.')
  // Earlier releases have the renderer in another folder.
  const renderer = ['http/pages', 'page']
    .map((folder) => join(root, 'src/server', folder, 'renderer.ts'))
    .find((file) => existsSync(file))
  const renderers = await import(pathToFileURL(renderer ?? '').href)
  const releases: [Release, Release] = [
    { name: 'baseline', root, renderer: await renderers.loadRenderer() },
    { name: 'candidate', root: undefined, renderer: await loadRenderer() },
  ]
  await comparePurchases(releases)
  await comparePageLoads(releases)
}

const startRelease = ({ root }: Release, databaseUrl?: string) =>
  startShop({ ...(root !== undefined && { root }), ...(databaseUrl !== undefined && { databaseUrl }) })

/** Compares purchases on PostgreSQL, and the memory in use after them. */
async function comparePurchases(releases: readonly Release[]): Promise<void> {
  const started = await Promise.all(releases.map(startOnPostgres))
  const opened: Awaited<ReturnType<typeof openWorkloads>>[] = []
  try {
    const percents = await measureIdle(started.map(({ shop }) => shop))
    compare('idle on PostgreSQL', percents, (percent) => `${percent.toFixed(2)}% of a core`, 'lower')
    // The pool closes connections that have been idle for a minute.
    for (const { shop, database } of started) opened.push(await openWorkloads(shop, database.url))
    const workloads = opened.map(({ workloads }) => workloads)
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { name: workloadName } of workloads[0] ?? []) {
        for (const { shop, workloads } of opened) {
          const workload = workloads.find(({ name }) => name === workloadName)
          const before = await shop.cpuSeconds()
          const rate = await workload?.run(round)
          if (!workload || !rate) throw new Error(workloadName)
          assertNoFailures(rate)
          // The first round warms up the compiler.
          if (round === 0) continue
          workload.rates.push(rate)
          workload.cpuMs.push((((await shop.cpuSeconds()) - before) * 1000) / workload.total)
        }
      }
    }
    for (const [index, { name }] of (workloads[0] ?? []).entries()) {
      const pair = workloads.map((runs) => runs[index] as Workload)
      const rates = pair.map(({ rates }) => medianRate(rates))
      compare(
        name,
        rates.map(({ perSecond }) => perSecond),
        (perSecond) => `${perSecond.toFixed(0)}/s`,
        'higher',
      )
      compare(
        `${name}: p99`,
        rates.map(({ p99 }) => p99),
        (ms) => `${ms.toFixed(1)} ms`,
        'lower',
      )
      compare(
        `${name}: CPU of the shop`,
        pair.map(({ cpuMs }) => median(cpuMs)),
        (ms) => `${ms.toFixed(2)} ms`,
        'lower',
      )
    }
    const memory = await Promise.all(opened.map(({ shop }) => shop.memoryMiB()))
    compare('memory after the run', memory, (mib) => `${mib.toFixed(0)} MiB`, 'lower')
  } finally {
    for (const { close } of opened) await close()
    for (const { shop, database } of started) {
      await shop.stop()
      await database.drop()
    }
  }
}

async function startOnPostgres(release: Release) {
  const database = await makeDatabase(`salonfront_bench_${release.name}`)
  return { database, shop: await startRelease(release, database.url) }
}

async function openWorkloads(shop: RunningShop, databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const client = await RawClient.open(shop.port, VISITORS)
  const shoppers = new Client(shop.port, SHOPPERS)
  const visitor = await visitOnce(shop.port)
  const productId = await findUntrackedProduct(databaseUrl)
  const add = buildPost('/shopping-cart/product/add', visitor, { id: productId, quantity: 1 })
  const createWorkload = (name: string, total: number, run: (round: number) => Promise<Rate>) => ({
    ...{ name, total, run },
    rates: [] as Rate[],
    cpuMs: [] as number[],
  })
  return {
    shop,
    workloads: [
      createWorkload('add to cart, new cart', CARTS, () =>
        measure(CARTS, VISITORS, async () => {
          const { status, body } = await client.sendRaw(add)
          if (status !== 200) throw new Error(`${status} ${body}`)
        }),
      ),
      createWorkload('place order, three lines', ORDERS, async (round) => {
        const carts = Array.from({ length: ORDERS }, makeToken)
        await fillCarts(pool, carts)
        return measure(ORDERS, VISITORS, (n) => placeShopOrder(client, visitor, carts[n] as string, `${round}-${n}`))
      }),
      createWorkload('guest checkout', CHECKOUTS, () =>
        measure(CHECKOUTS, SHOPPERS, () => placeGuestOrder(shoppers, productId)),
      ),
    ],
    async close() {
      client.close()
      shoppers.close()
      await pool.end()
    },
  }
}

/** Compares page loads on the embedded engine, and the cost of the idle shop. */
async function comparePageLoads(releases: readonly Release[]): Promise<void> {
  const shops: RunningShop[] = []
  try {
    for (const release of releases) shops.push(await startRelease(release))
    compare(
      'idle on the embedded engine',
      await measureIdle(shops),
      (percent) => `${percent.toFixed(2)}% of a core`,
      'lower',
    )
    const memory = await Promise.all(shops.map((shop) => shop.memoryMiB()))
    compare('memory of the embedded engine', memory, (mib) => `${mib.toFixed(0)} MiB`, 'lower')
    await compareRendering(releases, shops)
    await compareInteractions(shops)
    for await (const { name, reports } of collectReports(shops, LIGHTHOUSE_RUNS)) {
      const scores = reports.map((runs) => median(runs.map(({ categories }) => categories.performance.score * 100)))
      compare(`${name}: performance by Lighthouse`, scores, (score) => score.toFixed(0), 'higher')
      for (const [audit, label] of Object.entries(AUDIT_LABELS)) {
        const ratio = reports.map((runs) => medianAudit(runs, audit))
        compare(`${name}: ${label}`, ratio, (ms) => `${ms.toFixed(0)} ms`, 'lower')
      }
    }
  } finally {
    for (const shop of shops) await shop.stop()
  }
}

const AUDIT_LABELS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
}

async function compareRendering(releases: readonly Release[], shops: readonly RunningShop[]): Promise<void> {
  const rates: number[][] = releases.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { renderer }] of releases.entries())
      rates[index]?.push(await measureRenderings(renderer, shops[index]?.url ?? ''))
  }
  compare('uncached listing', rates.map(median), (perSecond) => `${perSecond.toFixed(0)}/s`, 'higher')
}

async function compareInteractions(shops: readonly RunningShop[]): Promise<void> {
  const browser = await openBrowser()
  try {
    const visits: Visit[][] = shops.map(() => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { url }] of shops.entries()) visits[index]?.push(await measureVisit(browser, url))
    }
    for (const step of Object.keys(visits[0]?.[0]?.slowest ?? {})) {
      const slowest = visits.map((runs) => median(runs.map(({ slowest }) => slowest[step] ?? Number.NaN)))
      compare(`${step}, slowest response`, slowest, (ms) => `${ms.toFixed(0)} ms`, 'lower')
    }
  } finally {
    await browser.close()
  }
}

/** Percent of one core for each of the shops at the same time, once startup work is over. */
async function measureIdle(shops: readonly RunningShop[]): Promise<number[]> {
  await pause(15_000)
  const before = await Promise.all(shops.map((shop) => shop.cpuSeconds()))
  await pause(IDLE_MS)
  const after = await Promise.all(shops.map((shop) => shop.cpuSeconds()))
  return after.map((seconds, index) => (seconds - (before[index] ?? 0)) / (IDLE_MS / 100_000))
}

/** A ratio above 1 means that this release is better. */
function compare(
  label: string,
  [baseline = NaN, candidate = NaN]: number[],
  format: (figure: number) => string,
  better: 'higher' | 'lower',
) {
  const ratio = better === 'higher' ? candidate / baseline : baseline / candidate
  reportFigure(label, `${format(candidate)}, baseline ${format(baseline)}: ${ratio.toFixed(2)}×`)
}
