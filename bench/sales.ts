import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SALES_PAGE_SIZE } from '#contract/compensation/sales.ts'
import { monthOf } from '#domain/calendar/month.ts'
import type { LiveNetwork } from '#server/compensation/live/live-network.ts'
import { showSales } from '#server/compensation/sales/show-sales.ts'
import { findSession } from '#server/customers/sessions.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { evaluateP99Ratio, evaluateWait, reportFigure } from './support/figures.ts'
import { importNetwork } from './support/import-network.ts'
import { INSERT_PAYMENTS } from './support/insert-payments.ts'
import { assertNoFailures, formatRate, MAX_P99_RATIO, P99_SECONDS, pace, paceAlternating } from './support/load.ts'
import { log } from './support/log.ts'
import { measureSortTime } from './support/measure-sort-time.ts'
import { record, replay } from './support/replay.ts'
import { startShop } from './support/server.ts'

const MEMBERS = Number(process.env.SALES_MEMBERS ?? 1_000_000)
const DEPTH = 1_000
const CONNECTIONS = 10
const REQUESTS_PER_SECOND = 60
const ROUNDS = 3
const WARM_UP = 5
const COMPLETIONS_PER_SECOND = 50
const COMPLETIONS = COMPLETIONS_PER_SECOND * 20
/** A second when the reference sort takes 100 ms. */
const MAX_LAG_RATIO = 10
const POLL_MS = 10
const RETRY_DELAY_MS = 200

/**
 * The Sales page of the member above everyone: how long its figures take to load, and how soon after its commit they
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
      while ((await send()).status === 503) await pause(RETRY_DELAY_MS)
      const readTotalPv = async () => {
        const { status, body } = await send()
        if (status !== 200) throw new Error(`${status} ${body}`)
        return JSON.parse(body).detail.total_pv as number
      }
      const total = await readTotalPv()
      log(
        `${MEMBERS + DEPTH} members, ${total} PV: first response ${(performance.now() - started).toFixed(0)} ms after the start`,
      )
      const statements = await openBaseline(database.url, token)
      try {
        const request = async () => void (await readTotalPv())
        await pace(REQUESTS_PER_SECOND, WARM_UP, request)
        await pace(REQUESTS_PER_SECOND, WARM_UP, statements.replay)
        const options = { perSecond: REQUESTS_PER_SECOND, seconds: P99_SECONDS, rounds: ROUNDS }
        const { shop: measured, baseline, p99Ratio } = await paceAlternating(options, request, statements.replay)
        assertNoFailures(measured, baseline)
        evaluateP99Ratio(
          `sales.json of the top, against its ${statements.count} statements`,
          measured,
          baseline,
          p99Ratio,
          MAX_P99_RATIO,
        )
      } finally {
        await statements.close()
      }
      await measureCompletions(database.url, folder, readTotalPv)
      log(`the shop's memory ${(await shop.memoryMiB()).toFixed(0)} MiB`)
    } finally {
      client.close()
      await shop.stop()
    }
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the statements of the call in a script, to show how much of the time the machine takes. */
async function openBaseline(databaseUrl: string, token: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  const { rows } = await pool.query<{ user_id: UserId }>('select user_id from sessions where token_hash = $1', [
    hashToken(token),
  ])
  const userId = (rows[0] as { user_id: UserId }).user_id
  const legs = await pool.query('select member_id from sponsorships where sponsor_id = $1 limit $2', [
    userId,
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
      await showSales({ db, network }, userId, monthOf(Date.now()), 0)
    },
  }))
  return {
    count: recording.length,
    async replay() {
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
async function measureCompletions(
  databaseUrl: string,
  folder: string,
  readTotalPv: () => Promise<number>,
): Promise<void> {
  const connection = await openDatabase({ databaseUrl, dataDir: folder, mode: 'join' })
  const jobs = await startJobs(connection, (error) => {
    throw error
  })
  try {
    const ids = await placeOrders(connection.pool)
    const before = await readTotalPv()
    const committedAt: number[] = []
    const visibleAt: number[] = []
    let failed = false
    const polling = (async () => {
      while (visibleAt.length < COMPLETIONS && !failed) {
        const visible = (await readTotalPv()) - before
        const now = performance.now()
        while (visibleAt.length < visible) visibleAt.push(now)
        await pause(POLL_MS)
      }
    })()
    const completions = await pace(COMPLETIONS_PER_SECOND, COMPLETIONS / COMPLETIONS_PER_SECOND, async () => {
      await completeOrder(connection, jobs, ids.pop() as number)
      committedAt.push(performance.now())
    })
    reportFigure(`completions ${DEPTH} levels below`, formatRate(completions))
    failed = completions.failures.length > 0
    await polling
    if (failed) throw new Error('orders were not completed')
    // Both are in order of time: completion n is included when the figures show n completions.
    const lags = committedAt.sort((a, b) => a - b).map((at, n) => (visibleAt[n] ?? Number.NaN) - at)
    lags.sort((a, b) => a - b)
    log(`from commit to the top’s figures: p50 ${lags[Math.floor(lags.length / 2)]?.toFixed(0)} ms`)
    evaluateWait('longest delay from commit to figures', lags.at(-1) ?? Number.NaN, measureSortTime(), MAX_LAG_RATIO)
  } finally {
    await jobs.stop()
    await connection.close()
  }
}

async function completeOrder({ db }: Connection, jobs: Jobs, id: number): Promise<void> {
  const result = await inTransaction(db, (trx) =>
    changeOrder(
      trx,
      { id, change: 'completed', actor: { kind: 'command_line', by: 'bench' } },
      createPaymentServices(jobs),
    ),
  )
  if (!result.ok) throw new Error(result.refusal.code)
}

async function placeOrders(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with placed as (
       insert into orders (user_id, credited_user_id, type, first_name, last_name, email, phone_number, sub_total_cents,
       shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
     select users.id, users.id, 'P', 'Bea', 'Kim', 'bea@network.example', '1', 100, 0, 0, 0, 100, 1, 100, 'Pickup', 'check'
       from users cross join generate_series(1, $1::int) where member_no = $2
       returning id, total_cents),
     paid as (${INSERT_PAYMENTS})
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
