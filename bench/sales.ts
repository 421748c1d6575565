import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SALES_PAGE_SIZE } from '#contract/sales.ts'
import { monthOf } from '#domain/month.ts'
import { findSession } from '#server/account/sessions.ts'
import type { LiveNetwork } from '#server/compensation/live/live-network.ts'
import { showSales } from '#server/compensation/sales/show-sales.ts'
import { changeOrder } from '#server/order/change-order.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { paymentShop } from '#test/payment-shop.ts'
import { bareWork } from './support/bare-work.ts'
import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { judgeTimes, judgeWait, tell } from './support/figures.ts'
import { importNetwork } from './support/import-network.ts'
import { MAX_P99_RATIO, P99_SECONDS, pace, paceInTurns, refuseFailures, summarised } from './support/load.ts'
import { PAID } from './support/paid.ts'
import { record, replay } from './support/replay.ts'
import { startShop } from './support/server.ts'

const MEMBERS = Number(process.env.SALES_MEMBERS ?? 1_000_000)
const DEPTH = 1_000
const CONNECTIONS = 10
const PER_SECOND = 60
const ROUNDS = 3
const WARM_UP = 5
const COMPLETIONS_A_SECOND = 50
const COMPLETIONS = COMPLETIONS_A_SECOND * 20
/** A second when the bare work takes 100 ms. */
const MAX_LAG_TIMES = 10
const POLL_MS = 10
const ASKED_AGAIN_AFTER_MS = 200

/**
 * The Sales page of the member above everybody: how long its figures take to load, and how soon after its commit they
 * include an order that is completed a thousand levels below (docs/performance §1).
 */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_sales')
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-sales-'))
  try {
    const top = await importNetwork(database.url, folder, { members: MEMBERS, chained: DEPTH })
    const token = makeToken()
    await signIn(database.url, top, token)
    const shop = await startShop({ databaseUrl: database.url, env: { DEMO: '0' } })
    const client = new Client(shop.port, CONNECTIONS)
    try {
      const started = performance.now()
      const send = () => client.send('GET', '/account/sales.json', { cookie: `session=${token}` })
      // A slow machine may need longer to load the month than a request waits for it.
      while ((await send()).status === 503) await pause(ASKED_AGAIN_AFTER_MS)
      const sales = async () => {
        const { status, body } = await send()
        if (status !== 200) throw new Error(`${status} ${body}`)
        return JSON.parse(body).detail.total_pv as number
      }
      const total = await sales()
      say(
        `${MEMBERS + DEPTH} members, ${total} PV: first answer ${(performance.now() - started).toFixed(0)} ms after the start`,
      )
      const statements = await openBare(database.url, token)
      try {
        const ask = async () => void (await sales())
        await pace(PER_SECOND, WARM_UP, ask)
        await pace(PER_SECOND, WARM_UP, statements.ask)
        const turns = { perSecond: PER_SECOND, seconds: P99_SECONDS, rounds: ROUNDS }
        const { shop: ours, bare, p99Ratio } = await paceInTurns(turns, ask, statements.ask)
        refuseFailures(ours, bare)
        judgeTimes(
          `sales.json of the top, against its ${statements.count} statements`,
          ours,
          bare,
          p99Ratio,
          MAX_P99_RATIO,
        )
      } finally {
        await statements.close()
      }
      await completeDeepDown(database.url, folder, sales)
      say(`the shop's memory ${(await shop.memoryMiB()).toFixed(0)} MiB`)
    } finally {
      client.close()
      await shop.stop()
    }
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the statements of the call in a bare script, to show how much of the time the machine takes. */
async function openBare(databaseUrl: string, token: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  const { rows } = await pool.query<{ user_id: UserId }>('select user_id from sessions where token_hash = $1', [
    hashToken(token),
  ])
  const own = (rows[0] as { user_id: UserId }).user_id
  const legs = await pool.query('select member_id from sponsorships where sponsor_id = $1 limit $2', [
    own,
    SALES_PAGE_SIZE,
  ])
  const figures = { depth: 1, level: 1, personalPv: 0, groupPv: 0, totalSalesCents: 0, directLine: 0, downline: 0 }
  const directLine = {
    legs: legs.rows.map(({ member_id }) => ({ id: member_id, ...figures })),
    count: legs.rows.length,
  }
  // Replaces the months in memory, which cost no statement.
  const ask = async ({ name }: { name: string }) => (name === 'directLine' ? directLine : undefined)
  const network = { ask } as unknown as LiveNetwork
  const recording = await record(databaseUrl, async ({ db }) => ({
    async run() {
      await findSession(db, token)
      await showSales({ db, network }, own, monthOf(Date.now()), 0)
    },
  }))
  return {
    count: recording.length,
    async ask() {
      const connection = await pool.connect()
      try {
        await replay(connection, recording, new Map())
      } finally {
        connection.release()
      }
    },
    close: () => pool.end(),
  }
}

/**
 * Completes orders of one PV each with the use case that staff use; the top member's figures show when each is
 * included.
 */
async function completeDeepDown(databaseUrl: string, folder: string, sales: () => Promise<number>): Promise<void> {
  const connection = await openDatabase({ databaseUrl, dataDir: folder, mode: 'join' })
  const jobs = await startJobs(connection, (error) => {
    throw error
  })
  try {
    const ids = await placeOrders(connection.pool)
    const before = await sales()
    const committed: number[] = []
    const seen: number[] = []
    let failed = false
    const watching = (async () => {
      while (seen.length < COMPLETIONS && !failed) {
        const shown = (await sales()) - before
        const now = performance.now()
        while (seen.length < shown) seen.push(now)
        await pause(POLL_MS)
      }
    })()
    const completions = await pace(COMPLETIONS_A_SECOND, COMPLETIONS / COMPLETIONS_A_SECOND, async () => {
      await complete(connection, jobs, ids.pop() as number)
      committed.push(performance.now())
    })
    tell(`completions ${DEPTH} levels below`, summarised(completions))
    failed = completions.failures.length > 0
    await watching
    if (failed) throw new Error('orders were not completed')
    // Both are in order of time: completion n is included when the figures show n completions.
    const lags = committed.sort((a, b) => a - b).map((at, n) => (seen[n] ?? Number.NaN) - at)
    lags.sort((a, b) => a - b)
    say(`from commit to the top’s figures: p50 ${lags[Math.floor(lags.length / 2)]?.toFixed(0)} ms`)
    judgeWait('the longest of them', lags.at(-1) ?? Number.NaN, bareWork(), MAX_LAG_TIMES)
  } finally {
    await jobs.stop()
    await connection.close()
  }
}

async function complete({ db }: Connection, jobs: Jobs, id: number): Promise<void> {
  const done = await inTransaction(db, (trx) =>
    changeOrder(trx, { id, change: 'completed', actor: { kind: 'command_line', by: 'bench' } }, paymentShop(jobs)),
  )
  if (!done.ok) throw new Error(done.refusal.code)
}

async function placeOrders(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with placed as (
       insert into orders (user_id, credited_user_id, type, first_name, last_name, email, phone_number, sub_total_cents,
       shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
     select users.id, users.id, 'P', 'Bea', 'Kim', 'bea@network.example', '1', 100, 0, 0, 0, 100, 1, 100, 'Pickup', 'check'
       from users cross join generate_series(1, $1::int) where member_no = $2
       returning id, total_cents),
     paid as (${PAID})
     select id from placed`,
    [COMPLETIONS, `C${DEPTH}`],
  )
  return rows.map(({ id }) => id)
}

async function signIn(databaseUrl: string, memberNo: string, token: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('insert into sessions (token_hash, user_id) select $1, id from users where member_no = $2', [
    hashToken(token),
    memberNo,
  ])
  await client.end()
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
