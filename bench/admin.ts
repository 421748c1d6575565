import pg from 'pg'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openBackOffice } from './support/back-office.ts'
import { listCalls, type MeasuredCall, searchCalls } from './support/back-office-calls.ts'
import { Client } from './support/client.ts'
import { evaluateFigure, reportFigure } from './support/figures.ts'
import { assertNoFailures, measure, mergeRates, type Rate } from './support/load.ts'
import { log } from './support/log.ts'
import { type RunningShop, startShop } from './support/server.ts'

const ORDERS = Number(process.env.ADMIN_ORDERS ?? 1_000_000)
const SIZE = { orders: ORDERS, members: ORDERS, entries: 10 * ORDERS }
const ROUNDS = 3
/** Part of a list's name; measures only the lists whose name contains it. */
const NAME_FILTER = process.env.ADMIN_ONLY ?? ''
/** Sequential requests to each list in a round. */
const REQUESTS_PER_ROUND = Number(process.env.ADMIN_REQUESTS ?? 100)
/** Number of lists that share one set of baseline requests, before the machine's speed has changed. */
const CALLS_PER_BASELINE = 5
const MAX_RATIO = { list: 5, search: 20 }
const MAX_EXPORT_MIB = 100

/**
 * The back office of a shop with years of data: every list and search over HTTP with one client, against GET of one
 * order in the same rounds, and the export of all orders. `--fill` creates the database, which is kept.
 */
export async function run(): Promise<void> {
  const database = await openBackOffice(SIZE, process.argv.includes('--fill'), log)
  try {
    const shop = await startShop({ databaseUrl: database.url, env: { DEMO: '0' } })
    const pool = new pg.Pool({ connectionString: database.url, max: 1 })
    const client = new Client(shop.port, 1)
    try {
      await measureShop(shop, pool, client)
    } finally {
      client.close()
      await pool.end()
      await shop.stop()
    }
  } finally {
    await database.drop()
  }
}

async function measureShop(shop: RunningShop, pool: pg.Pool, client: Client): Promise<void> {
  const token = makeToken()
  const signIn = () =>
    pool.query(
      `insert into staff_sessions (token_hash, staff_id) select $1, id from staff where role = 'owner'
       on conflict (token_hash) do update set authenticated_at = now()`,
      [hashToken(token)],
    )
  await signIn()
  const get = async (path: string) => {
    const { status, body } = await client.send('GET', path, { cookie: `staff=${token}`, accept: 'application/json' })
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
    return JSON.parse(body)
  }
  const { rows } = await pool.query<{ id: number }>('select id from orders order by random() limit 500')
  const singleOrder: MeasuredCall = { label: 'one order', paths: rows.map(({ id }) => `/admin/orders/${id}.json`) }
  const calls = [
    ...(await listCalls(get)).map((list) => ({ ...list, kind: 'list' as const })),
    ...(await searchCalls(pool)).map((search) => ({ ...search, kind: 'search' as const })),
  ]
  await evaluateCalls(get, singleOrder, NAME_FILTER ? calls.filter(({ label }) => label.includes(NAME_FILTER)) : calls)
  // The recent sign-in may have expired by now.
  await signIn()
  if (!NAME_FILTER) await evaluateExport(shop, token)
}

type Get = (path: string) => Promise<unknown>

async function evaluateCalls(
  get: Get,
  singleOrder: MeasuredCall,
  calls: (MeasuredCall & { kind: keyof typeof MAX_RATIO })[],
): Promise<void> {
  const measureCall = async ({ paths }: MeasuredCall, round: number): Promise<Rate> => {
    const result = await measure(REQUESTS_PER_ROUND, 1, async (n) => {
      await get(paths[(round * REQUESTS_PER_ROUND + n) % paths.length] as string)
    })
    assertNoFailures(result)
    return result
  }
  await measureCall(singleOrder, 0)
  const rounds: { measured: Rate; baseline: Rate }[][] = calls.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    log(`round ${round + 1} of ${ROUNDS}`)
    let baseline = await measureCall(singleOrder, round)
    for (const [index, call] of calls.entries()) {
      if (index % CALLS_PER_BASELINE === 0) baseline = await measureCall(singleOrder, round)
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
        baseline: `one order ${baseline.p99.toFixed(1)} ms p99 · p50 ${measured.p50.toFixed(1)} and ${baseline.p50.toFixed(1)} ms`,
        ratio: `p99 ${(measured.p99 / baseline.p99).toFixed(2)}×, ≤ ${MAX_RATIO[kind]}×`,
      },
    )
  }
}

/** Downloads the export of all orders and samples the shop's memory meanwhile. */
async function evaluateExport(shop: RunningShop, token: string): Promise<void> {
  const before = await shop.memoryMiB()
  let peak = before
  const started = performance.now()
  const response = await fetch(`${shop.url}/admin/orders/export.csv`, { headers: { cookie: `staff=${token}` } })
  if (response.status !== 200 || !response.body) throw new Error(`the order export: ${response.status}`)
  let rows = -1
  let bytes = 0
  let sampledAt = performance.now()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 0x0a) rows++
    if (performance.now() - sampledAt > 500) {
      peak = Math.max(peak, await shop.memoryMiB())
      sampledAt = performance.now()
    }
  }
  const seconds = (performance.now() - started) / 1000
  if (rows !== ORDERS) throw new Error(`the order export has ${rows} rows`)
  reportFigure('the order export', `${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s`)
  evaluateFigure('resident memory during the export', peak - before, 'MiB more', { max: MAX_EXPORT_MIB })
}
