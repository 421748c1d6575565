import pg from 'pg'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openBackOffice } from './support/back-office.ts'
import { listsOf, type MeasuredCall, searchesOf } from './support/back-office-calls.ts'
import { Client } from './support/client.ts'
import { judgeFigure, tell } from './support/figures.ts'
import { measure, pooled, type Rate, refuseFailures } from './support/load.ts'
import { type RunningShop, startShop } from './support/server.ts'

const ORDERS = Number(process.env.ADMIN_ORDERS ?? 1_000_000)
const SIZE = { orders: ORDERS, members: ORDERS, entries: 10 * ORDERS }
const ROUNDS = 3
/** Part of a list's name; measures only the lists whose name contains it. */
const ONLY = process.env.ADMIN_ONLY ?? ''
/** Sequential requests to each list in a round. */
const ASKED = Number(process.env.ADMIN_ASKED ?? 100)
/** Number of lists that share one set of baseline requests, before the machine's speed has changed. */
const COMPARED_AT_ONCE = 5
const MAX_TIMES = { list: 5, search: 20 }
const MAX_CSV_MIB = 100

/**
 * The back office of a shop with years of data: every list and search over HTTP with one client, against GET of one
 * order in the same rounds, and the export of all orders. `--fill` creates the database, which is kept.
 */
export async function run(): Promise<void> {
  const database = await openBackOffice(SIZE, process.argv.includes('--fill'), say)
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
  const one: MeasuredCall = { what: 'one order', paths: rows.map(({ id }) => `/admin/orders/${id}.json`) }
  const asked = [
    ...(await listsOf(get)).map((list) => ({ ...list, kind: 'list' as const })),
    ...(await searchesOf(pool)).map((search) => ({ ...search, kind: 'search' as const })),
  ]
  await evaluateHealth(get, one, ONLY ? asked.filter(({ what }) => what.includes(ONLY)) : asked)
  // The recent sign-in may have expired by now.
  await signIn()
  if (!ONLY) await judgeBook(shop, token)
}

type Get = (path: string) => Promise<unknown>

async function evaluateHealth(
  get: Get,
  one: MeasuredCall,
  asked: (MeasuredCall & { kind: keyof typeof MAX_TIMES })[],
): Promise<void> {
  const rate = async ({ paths }: MeasuredCall, round: number): Promise<Rate> => {
    const asked = await measure(ASKED, 1, async (n) => {
      await get(paths[(round * ASKED + n) % paths.length] as string)
    })
    refuseFailures(asked)
    return asked
  }
  await rate(one, 0)
  const rounds: { ours: Rate; bare: Rate }[][] = asked.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    say(`round ${round + 1} of ${ROUNDS}`)
    let bare = await rate(one, round)
    for (const [index, each] of asked.entries()) {
      if (index % COMPARED_AT_ONCE === 0) bare = await rate(one, round)
      rounds[index]?.push({ ours: await rate(each, round), bare })
    }
  }
  for (const [index, { what, kind }] of asked.entries()) {
    const turns = rounds[index] ?? []
    const [ours, bare] = [pooled(turns.map((turn) => turn.ours)), pooled(turns.map((turn) => turn.bare))]
    judgeFigure(
      what,
      ours.p99,
      'ms p99',
      { atMost: MAX_TIMES[kind] * bare.p99 },
      {
        baseline: `one order ${bare.p99.toFixed(1)} ms p99 · p50 ${ours.p50.toFixed(1)} and ${bare.p50.toFixed(1)} ms`,
        ratio: `p99 ${(ours.p99 / bare.p99).toFixed(2)} ×, ≤ ${MAX_TIMES[kind]}`,
      },
    )
  }
}

/** Downloads the export of all orders and samples the shop's memory meanwhile. */
async function judgeBook(shop: RunningShop, token: string): Promise<void> {
  const before = await shop.memoryMiB()
  let most = before
  const started = performance.now()
  const answer = await fetch(`${shop.url}/admin/orders/export.csv`, { headers: { cookie: `staff=${token}` } })
  if (answer.status !== 200 || !answer.body) throw new Error(`the order export: ${answer.status}`)
  let rows = -1
  let bytes = 0
  let looked = performance.now()
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 0x0a) rows++
    if (performance.now() - looked > 500) {
      most = Math.max(most, await shop.memoryMiB())
      looked = performance.now()
    }
  }
  const seconds = (performance.now() - started) / 1000
  if (rows !== ORDERS) throw new Error(`the order export has ${rows} rows`)
  tell('the order export', `${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s`)
  judgeFigure('resident memory during the export', most - before, 'MiB more', { atMost: MAX_CSV_MIB })
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
