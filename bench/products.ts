import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { Client, type Visitor } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { evaluateFigure, reportFigure } from './support/figures.ts'
import { fillProducts } from './support/fill-products.ts'
import { assertNoFailures, measure, mergeRates, pace, type Rate } from './support/load.ts'
import { log } from './support/log.ts'
import { startShop } from './support/server.ts'

/** `--postgres` measures the larger shop on PostgreSQL instead of the embedded engine. */
const onPostgres = process.argv.includes('--postgres')
const PRODUCTS = Number(process.env.PRODUCTS ?? (onPostgres ? 100_000 : 20_000))
const ROUNDS = 3
const REQUESTS_PER_ROUND = 100
/** Number of calls that share one set of baseline requests, before the machine's speed has changed. */
const CALLS_PER_BASELINE = 5
const MAX_RATIO = { list: 5, search: 20 }
const SAMPLE = 300

const BULK_PRODUCTS = 5_000
const BULK_VENDOR = 'Bulk vendor'
const PAGES_PER_SECOND = 20
const QUIET_SECONDS = 15
const MAX_BUSY_RATIO = 3

/**
 * The product list, its searches and the editor of a shop with many products, against reading one product by its number
 * in the same rounds; and pages of the shop while thousands of prices change.
 */
export async function run(): Promise<void> {
  const database = onPostgres ? await makeDatabase('salonfront_bench_products') : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'salonfront-bench-products-'))
  try {
    const token = makeToken()
    const started = performance.now()
    const sample = await fill(database?.url, dataDir, token)
    log(`${PRODUCTS} products filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const shop = await startShop({ ...(database && { databaseUrl: database.url }), dataDir, env: { DEMO: '0' } })
    try {
      const staff = await openStaff(shop.port, token)
      await evaluateCalls(staff, sample)
      await evaluateBulkChange(shop.port, staff, sample)
      staff.client.close()
    } finally {
      await shop.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
}

type Sample = { id: number; name: string; vendor: string; sku: string; barcode: string; category_id: number }

/** Fills the shop, adds a session of a manager, and returns some products. */
async function fill(databaseUrl: string | undefined, dataDir: string, token: string): Promise<Sample[]> {
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  try {
    await migrate(connection)
    const { pool } = connection
    await fillProducts(pool, PRODUCTS)
    await pool.query('update products set vendor = $1 where id % $2 = 1', [BULK_VENDOR, PRODUCTS / BULK_PRODUCTS])
    await pool.query(
      `with person as (
         insert into staff (email, role, password_hash) values ('manager@bench.example', 'manager', 'unknown') returning id)
       insert into staff_sessions (token_hash, staff_id) select $1, id from person`,
      [hashToken(token)],
    )
    const { rows } = await pool.query<Sample>(
      `select id, name, vendor, sku, barcode, category_id from products
        where barcode is not null and vendor <> '' order by md5(id::text) limit ${SAMPLE}`,
    )
    return rows
  } finally {
    await connection.close()
  }
}

type Staff = {
  client: Client
  get(path: string): Promise<{ next?: string | null; version: string; data?: { state?: string }[] }>
  post(path: string, body: object): Promise<{ version: string }>
}

async function openStaff(port: number, token: string): Promise<Staff> {
  const client = new Client(port, 2)
  const guest = await client.visit()
  const visitor: Visitor = { ...guest, cookie: `${guest.cookie}; staff=${token}` }
  const parse = (path: string, { status, body }: { status: number; body: string }) => {
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
    return JSON.parse(body)
  }
  return {
    client,
    get: async (path) =>
      parse(path, await client.send('GET', path, { cookie: visitor.cookie, accept: 'application/json' })),
    post: async (path, body) => parse(path, await client.post(path, visitor, body)),
  }
}

type MeasuredCall = {
  label: string
  kind: keyof typeof MAX_RATIO
  send: (product: Sample, n: number) => Promise<unknown>
}

async function listCalls({ get, post }: Staff): Promise<MeasuredCall[]> {
  const list = (
    label: string,
    toQuery: (product: Sample) => Record<string, string>,
    kind: MeasuredCall['kind'] = 'list',
  ) => ({
    label,
    kind,
    send: (product: Sample) => get(`/admin/products.json?${new URLSearchParams(toQuery(product))}`),
  })
  const search = (label: string, toText: (product: Sample) => string) =>
    list(`search: ${label}`, (product) => ({ search: toText(product) }), 'search')
  let deep = '/admin/products.json'
  for (let page = 0; page < 10; page++) {
    const { next } = await get(deep)
    if (!next) break
    deep = `/admin/products.json?${new URLSearchParams({ after: next })}`
  }
  const wordsOf = ({ name }: Sample) => name.split(' ')
  return [
    ...['name', '-name', 'price', '-price', 'pv', 'updated', 'stock'].map((sort) =>
      list(`list by ${sort}`, () => ({ sort })),
    ),
    { label: 'list, ten pages in', kind: 'list', send: () => get(deep) },
    list('drafts', () => ({ status: 'draft' })),
    list('packages', () => ({ kind: 'package' })),
    list('one category', ({ category_id }) => ({ category_id: String(category_id) })),
    list('one vendor, by price', ({ vendor }) => ({ vendor, sort: 'price' })),
    list('no picture', () => ({ issue: 'no_picture' })),
    list('no price', () => ({ issue: 'no_price' })),
    list('low stock', () => ({ issue: 'low_stock' })),
    search('a common word', (product) => wordsOf(product)[0] ?? ''),
    search('two words', (product) => wordsOf(product).slice(0, 2).join(' ')),
    search('a rare word', (product) => wordsOf(product)[2] ?? ''),
    search('SKU', ({ sku }) => sku),
    search('barcode', ({ barcode }) => barcode),
    search('vendor', ({ vendor }) => vendor),
    search('three letters', (product) => (wordsOf(product)[2] ?? '').slice(0, 3)),
    search('two letters', (product) => (wordsOf(product)[0] ?? '').slice(0, 2)),
    search('in no product', (product) => `${wordsOf(product)[2]}qqq`),
    {
      label: 'editor: history',
      kind: 'list',
      send: ({ id }) => get(`/admin/products/${id}/history.json`),
    },
    { label: 'editor: choices', kind: 'list', send: () => get('/admin/products/choices.json') },
    {
      label: 'editor: save',
      kind: 'list',
      send: async ({ id }, n) =>
        post(`/admin/products/${id}/save`, {
          fields: { pv: n % 1000 },
          expected_version: versions.get(id) ?? '1',
        }).then(({ version }) => versions.set(id, version)),
    },
  ]
}
/** Versions of the saved products. */
const versions = new Map<number, string>()

async function evaluateCalls(staff: Staff, sample: readonly Sample[]): Promise<void> {
  const calls = await listCalls(staff)
  const oneProduct: MeasuredCall = {
    label: 'one product',
    kind: 'list',
    send: ({ id }) => staff.get(`/admin/products/${id}.json`),
  }
  const measureCall = async ({ label, send }: MeasuredCall, round: number): Promise<Rate> => {
    const result = await measure(REQUESTS_PER_ROUND, 1, async (n) => {
      const number = round * REQUESTS_PER_ROUND + n
      await send(sample[number % sample.length] as Sample, number)
    })
    if (result.failures.length > 0) log(label)
    assertNoFailures(result)
    return result
  }
  await measureCall(oneProduct, 0)
  const rounds: { measured: Rate; baseline: Rate }[][] = calls.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    log(`round ${round + 1} of ${ROUNDS}`)
    let baseline = await measureCall(oneProduct, round)
    for (const [index, call] of calls.entries()) {
      if (index % CALLS_PER_BASELINE === 0) baseline = await measureCall(oneProduct, round)
      rounds[index]?.push({ measured: await measureCall(call, round), baseline })
    }
  }
  for (const [index, { label, kind }] of calls.entries()) {
    const results = rounds[index] ?? []
    const [measured, baseline] = [
      mergeRates(results.map((result) => result.measured)),
      mergeRates(results.map((result) => result.baseline)),
    ]
    evaluateFigure(
      label,
      measured.p99,
      'ms p99',
      { max: MAX_RATIO[kind] * baseline.p99 },
      {
        baseline: `one product ${baseline.p99.toFixed(1)} ms p99 · p50 ${measured.p50.toFixed(1)} and ${baseline.p50.toFixed(1)} ms`,
        ratio: `p99 ${(measured.p99 / baseline.p99).toFixed(2)}×, ≤ ${MAX_RATIO[kind]}×`,
      },
    )
  }
}

const p95 = ({ times }: Rate): number => times[Math.floor(times.length * 0.95)] ?? Number.NaN

/** Opens pages at a steady rate, quietly and then while the prices of thousands of products change. */
async function evaluateBulkChange(port: number, staff: Staff, sample: readonly Sample[]): Promise<void> {
  const client = new Client(port, 20)
  let n = 0
  const openPage = async () => {
    const product = sample[n++ % sample.length]
    const path = n % 4 === 0 ? '/packages' : `/packages/${product?.id}`
    const { status } = await client.send('GET', path, { accept: 'text/html', 'accept-encoding': 'gzip' })
    if (status !== 200 && status !== 404) throw new Error(`${path}: ${status}`)
  }
  try {
    assertNoFailures(await pace(PAGES_PER_SECOND, QUIET_SECONDS, openPage))
    const quiet = await pace(PAGES_PER_SECOND, QUIET_SECONDS, openPage)
    let isDone = false
    const started = performance.now()
    const changing = changePrices(staff).finally(() => {
      isDone = true
    })
    const busy: Rate[] = []
    while (!isDone) busy.push(await pace(PAGES_PER_SECOND, 1, openPage))
    await changing
    const seconds = (performance.now() - started) / 1000
    assertNoFailures(quiet, ...busy)
    const [quietP95, busyP95] = [p95(quiet), p95(mergeRates(busy))]
    reportFigure('a bulk change', `${BULK_PRODUCTS} prices in ${seconds.toFixed(1)} s`)
    evaluateFigure(
      'pages during a bulk change',
      busyP95,
      'ms p95',
      { max: MAX_BUSY_RATIO * quietP95 },
      {
        baseline: `quiet ${quietP95.toFixed(1)} ms p95`,
        ratio: `p95 ${(busyP95 / quietP95).toFixed(2)}×, ≤ ${MAX_BUSY_RATIO}×`,
      },
    )
  } finally {
    client.close()
  }
}

/** Starts the job that raises the prices by one percent, and waits until it has ended. */
async function changePrices({ get, post }: Staff): Promise<void> {
  const change = { kind: 'price_percent', percent: 1 }
  const selection = { filter: { vendor: BULK_VENDOR } }
  const { version } = await post('/admin/products/bulk/preview', { selection, change })
  await post('/admin/products/bulk/start', { selection, change, expected_version: version, confirmed: true })
  for (;;) {
    const { data } = await get('/admin/products/bulk.json')
    if (data?.[0]?.state === 'done') return
    if (data?.[0]?.state === 'failed') throw new Error('the bulk change failed')
    await sleep(200)
  }
}
