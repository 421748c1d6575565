import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { monthOf } from '#domain/calendar/month.ts'
import { startLiveMonth } from '#domain/compensation/live/live-month.ts'
import { previewChange } from '#domain/compensation/live/preview.ts'
import { makeEmptyBooked, makeOrders } from '#domain/compensation/month/columns.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import { type LiveNetwork, openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { showSales } from '#server/compensation/sales/show-sales.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { previewReturn } from '#server/orders/returns/preview-return.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { makeDatabase } from './support/database.ts'
import { evaluateP99Ratio, evaluateWait, reportFigure } from './support/figures.ts'
import { importNetwork } from './support/import-network.ts'
import { INSERT_PAYMENTS } from './support/insert-payments.ts'
import { assertNoFailures, formatRate, pace, paceAlternating } from './support/load.ts'
import { measureSortTime } from './support/measure-sort-time.ts'
import { medianBy } from './support/median.ts'

const MEMBERS = Number(process.env.PREVIEW_MEMBERS ?? 1_000_000)
const DEPTH = 1_000
/** Half of them are a thousand levels down, half are anywhere. */
const ORDERS = 200
const REQUESTS_PER_SECOND = 40
const SECONDS = 8
const ROUNDS = 3
const WARM_UP = 5
const RETRY_DELAY_MS = 250
/** Limit of a return's preview, relative to the member's own month over the same connection and thread. */
const MAX_RATIO_TO_MONTH = 5
/** Half a second when the reference sort takes 100 ms. */
const MAX_WAIT_RATIO = 5

/**
 * Previews the effect of a return on everyone above, in a network of a million: its duration against one member's
 * month, and how long other requests for a month wait meanwhile (docs/back-office §3, Returns).
 */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_preview')
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-preview-'))
  try {
    const top = await importNetwork(database.url, folder, { members: MEMBERS, chained: DEPTH })
    const connection = await openDatabase({ databaseUrl: database.url, dataDir: folder, mode: 'join' })
    const rethrow = (error: unknown): never => {
      throw error
    }
    const jobs = await startJobs(connection, rethrow)
    const network = openLiveNetwork(connection, rethrow)
    const services: PreviewServices = { db: connection.db, jobs, network }
    try {
      const orders = await completeOrders(connection.pool, services)
      await waitUntilLoaded(services, orders)
      await measure(services, orders, await findMemberId(connection.pool, top))
    } finally {
      await network.close()
      await jobs.stop()
      await connection.close()
    }
  } finally {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  measureLongestPath()
}

type PreviewServices = Pick<Services, 'db' | 'jobs'> & { network: LiveNetwork }
type ReturnedOrder = { orderId: number; userId: UserId }

async function measure(services: PreviewServices, orders: readonly ReturnedOrder[], top: UserId): Promise<void> {
  let index = 0
  const next = () => orders[index++ % orders.length] as ReturnedOrder
  const memberCounts: number[] = []
  const preview = async () => {
    const { orderId } = next()
    const lines = [{ position: 0, quantity: 1, restock: true }]
    const result = await previewReturn(services, { orderId, lines, reason: 'Bench' }, new Date())
    if (!result.ok) throw new Error(result.refusal.code)
    memberCounts.push(result.preview.network?.members.length ?? 0)
  }
  const readNextMonth = async () => void (await readMonth(services, next().userId))

  await pace(REQUESTS_PER_SECOND, WARM_UP, preview)
  await pace(REQUESTS_PER_SECOND, WARM_UP, readNextMonth)
  const options = { perSecond: REQUESTS_PER_SECOND, seconds: SECONDS, rounds: ROUNDS }
  const { shop: measured, baseline, p99Ratio } = await paceAlternating(options, preview, readNextMonth)
  assertNoFailures(measured, baseline)
  evaluateP99Ratio(
    'preview of a return, against the month of its member',
    measured,
    baseline,
    p99Ratio,
    MAX_RATIO_TO_MONTH,
  )
  reportFigure(
    'members listed in a preview',
    `median ${medianBy(memberCounts, (count) => count)}, at most ${Math.max(...memberCounts)}`,
  )

  let maxMs = 0
  const readTopMonth = async () => {
    const started = performance.now()
    await readMonth(services, top)
    maxMs = Math.max(maxMs, performance.now() - started)
  }
  const [previews, months] = await Promise.all([
    pace(REQUESTS_PER_SECOND, SECONDS, preview),
    pace(REQUESTS_PER_SECOND, SECONDS, readTopMonth),
  ])
  assertNoFailures(previews, months)
  reportFigure('months read meanwhile', formatRate(months))
  evaluateWait('the longest wait for a month during previews', maxMs, measureSortTime(), MAX_WAIT_RATIO)
}

const readMonth = (services: PreviewServices, userId: UserId) =>
  showSales(services as PreviewServices & Services, userId, monthOf(Date.now()), 0)

/** Waits until everyone's month is in memory: the first requests get "try again". */
async function waitUntilLoaded(services: PreviewServices, [first]: readonly ReturnedOrder[]): Promise<void> {
  const started = performance.now()
  for (;;) {
    try {
      await readMonth(services, (first as ReturnedOrder).userId)
      return reportFigure('the month in memory after', `${((performance.now() - started) / 1000).toFixed(1)} s`)
    } catch (error) {
      if ((error as { status?: number }).status !== 503) throw error
      await pause(RETRY_DELAY_MS)
    }
  }
}

/** Completes orders of three units the way staff complete them. */
async function completeOrders(pool: pg.Pool, { db, jobs }: PreviewServices): Promise<ReturnedOrder[]> {
  const { rows } = await pool.query<{ id: number; user_id: UserId }>(
    `with chosen as (
       select id from users where member_no = $1
       union all (select id from users where member_no like 'M%' order by md5(member_no) limit $2)),
     placed as (
       insert into orders (user_id, credited_user_id, type, first_name, last_name, email, phone_number, sub_total_cents,
         shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
       select id, id, 'P', 'Bea', 'Kim', 'bea@network.example', '1', 9000, 0, 0, 0, 9000, 90, 9000, 'Pickup', 'check'
         from chosen cross join lateral generate_series(1, case when id = (select id from users where member_no = $1) then $2::int else 1 end)
       returning id, user_id, total_cents),
     lines as (
       insert into order_lines (order_id, position, name, quantity, price_cents, total_price_cents, unit_pv, commissionable_bp, cv_cents)
       select id, 0, 'Oil', 3, 3000, 9000, 30, 10000, 9000 from placed),
     paid as (${INSERT_PAYMENTS})
     select id, user_id from placed order by md5(id::text)`,
    [`C${DEPTH}`, ORDERS / 2],
  )
  for (const { id } of rows) {
    const result = await inTransaction(db, (trx) =>
      changeOrder(
        trx,
        { id, change: 'completed', actor: { kind: 'command_line', by: 'bench' } },
        createPaymentServices(jobs),
      ),
    )
    if (!result.ok) throw new Error(result.refusal.code)
  }
  return rows.map(({ id, user_id }) => ({ orderId: id, userId: user_id }))
}

async function findMemberId(pool: pg.Pool, memberNo: string): Promise<UserId> {
  const { rows } = await pool.query<{ id: UserId }>('select id from users where member_no = $1', [memberNo])
  return (rows[0] as { id: UserId }).id
}

/** Everyone in one line, the worst possible tree: measures how long one preview blocks the shared thread. */
function measureLongestPath(): void {
  const sponsor = Int32Array.from({ length: MEMBERS }, (_, n) => n - 1)
  const orders = makeOrders(MEMBERS)
  for (let n = 0; n < MEMBERS; n++) {
    orders.credited[n] = n
    orders.cvCents[n] = 500 + (n % 400) * 100
    orders.pv[n] = 4 + (n % 347)
  }
  const active = new Uint8Array(MEMBERS).fill(1)
  const work = startLiveMonth(EXAMPLE_PLAN, { tree: { sponsor, active }, orders, booked: makeEmptyBooked() })
  let step = work.next()
  while (!step.done) step = work.next()
  const live = step.value
  const times = Array.from({ length: 5 }, (_, n) => {
    const started = performance.now()
    previewChange(live, { what: 'order', order: MEMBERS - 1 - n, to: { cvCents: 0, pv: 0 } })
    return performance.now() - started
  })
  evaluateWait('a preview below a path as long as the network', Math.max(...times), measureSortTime(), MAX_WAIT_RATIO)
}
