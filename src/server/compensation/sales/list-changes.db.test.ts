import { beforeAll, expect, it } from 'vitest'
import type { SalesDetail } from '#contract/compensation/sales.ts'
import type { Difference, SalesChanges } from '#contract/compensation/sales-changes.ts'
import { firstInstant, monthOf, previousMonth, yesterdayStart } from '#domain/calendar/month.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createCountedOrder, createMember, signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { reverseVolume, type VolumeReversal } from '../count/reverse-volume.ts'
import { cleanChanges } from '../live/clean-changes.ts'
import { openLiveNetwork } from '../live/live-network.ts'

const now = monthOf(Date.now())
const last = previousMonth(now)
const LAST = { year: last.slice(0, 4), month: last.slice(5) }
const nothing = { total_sales: 0, total_pv: 0, sales_bonus: 0, level_bonus: 0, total_bonus: 0 }

const toCents = (dollars: number) => Math.round(dollars * 100)
const sumColumn = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Checks that the causes add up to the change, to the cent. */
function expectSum({ before, after, change, orders, further_orders, remainder }: Difference): void {
  for (const bonus of ['sales_bonus', 'level_bonus', 'total_bonus'] as const) {
    const parts = [...orders, ...(further_orders ? [further_orders] : []), remainder].map((entry) =>
      toCents(entry[bonus]),
    )
    expect(sumColumn(parts)).toBe(toCents(change[bonus]))
    expect(toCents(after[bonus]) - toCents(before[bonus])).toBe(toCents(change[bonus]))
  }
  expect(sumColumn(orders.map(({ pv }) => pv)) + (further_orders?.pv ?? 0)).toBe(change.total_pv)
}

databaseTest('why the month changed since yesterday', (connection) => {
  const suite = appForSuite(connection)
  let [ana, bea, cai, dee, zoe] = [0, 0, 0, 0, 0] as UserId[] as [UserId, UserId, UserId, UserId, UserId]

  const readChanges = async (userId: UserId, query = ''): Promise<SalesChanges> => {
    await suite().services.network.catchUp()
    const response = await (await signInAs(suite, connection(), userId)).get(`/account/sales/changes.json${query}`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const readDifference = async (userId: UserId): Promise<Difference> => {
    const { difference } = await readChanges(userId)
    if (!difference) throw new Error('the month is not closed')
    expectSum(difference)
    return difference
  }
  const readFigures = async (userId: UserId) => {
    const { detail } = (await (await signInAs(suite, connection(), userId)).get('/account/sales.json')).json() as {
      detail: SalesDetail
    }
    const { sales_level, level_name, active, total_sales, total_pv, sales_bonus, level_bonus, total_bonus } = detail
    return { sales_level, level_name, active, total_sales, total_pv, sales_bonus, level_bonus, total_bonus }
  }
  const reverse = (orderNo: string, reversal: VolumeReversal) =>
    inTransaction(connection().db, (trx) =>
      reverseVolume(trx, { order: { orderNo }, reversal, returnedAt: new Date() }),
    )
  async function completeOrder(userId: UserId, pv: number): Promise<number> {
    const { db } = connection()
    const { jobs } = suite().services
    const product = await makeProduct(db, { pv, priceCents: 20_000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 1 }])
    const placed = await submit(db, jobs, { userId, creditedUserId: userId, cartOwner })
    if (!placed.ok) throw new Error(placed.refusal.code)
    for (const change of ['paid', 'completed'] as const) {
      await inTransaction(db, (trx) =>
        changeOrder(
          trx,
          { id: placed.orderId, change, actor: { kind: 'command_line', by: 'test' } },
          createPaymentServices(jobs),
        ),
      )
    }
    return placed.orderId
  }

  beforeAll(async () => {
    const { db, pool } = connection()
    const enrolledAt = new Date(`${last}-10T12:00:00Z`)
    ana = await createMember(connection(), { name: 'Ana', enrolledAt })
    bea = await createMember(connection(), { name: 'Bea', sponsor: ana, enrolledAt })
    cai = await createMember(connection(), { name: 'Cai', sponsor: bea, enrolledAt })
    dee = await createMember(connection(), { name: 'Dee', sponsor: cai, enrolledAt, status: 'pending' })
    zoe = await createMember(connection(), { name: 'Zoe', enrolledAt })
    await createCountedOrder(connection(), { orderNo: 'old', member: cai, month: last, cvCents: 40_000, pv: 300 })
    await createCountedOrder(connection(), { orderNo: 'older', member: cai, month: last, cvCents: 10_000, pv: 90 })
    expect((await closeWithDefaults(connection(), last, { now: Date.now() + 40 * 86_400_000 })).ok).toBe(true)
    await createCountedOrder(connection(), { orderNo: 'own', member: ana, month: now, cvCents: 30_000, pv: 120 })
    await createCountedOrder(connection(), { orderNo: 'kept', member: bea, month: now, cvCents: 50_000, pv: 110 })
    await createCountedOrder(connection(), { orderNo: 'gone', member: cai, month: now, cvCents: 9_000, pv: 80 })
    await createCountedOrder(connection(), { orderNo: 'less', member: cai, month: now, cvCents: 12_000, pv: 100 })
    await createCountedOrder(connection(), { orderNo: 'dees', member: dee, month: now, cvCents: 7_000, pv: 60 })
    await db.updateTable('users').set({ status: 'pending' }).where('id', '=', zoe).execute()
    await pool.query(`update network_changes set made_at = made_at - interval '60 hours'`)
  })

  it('reports the start of the period if nothing has changed', async () => {
    const difference = await readDifference(ana)
    const since = new Date(Math.max(yesterdayStart(Date.now()), firstInstant(now))).toISOString()
    expect(difference).toMatchObject({ since, shortened: null, change: nothing, orders: [], statuses: [], levels: [] })
    expect(difference.before).toEqual(await readFigures(ana))
    expect(difference.after).toEqual(difference.before)
  })

  it('lists completed, canceled and returned orders, statuses and levels, and leads from one card to the other', async () => {
    const { db } = connection()
    const before = await readFigures(ana)
    const orderId = await completeOrder(cai, 700)
    await reverse('gone', { kind: 'cancellation' })
    await reverse('less', { kind: 'return', cvCents: 2_000, pv: 10 })
    await db.updateTable('users').set({ status: 'active' }).where('id', '=', dee).execute()
    const eve = await createMember(connection(), { name: 'Eve', sponsor: ana })

    const difference = await readDifference(ana)
    expect(difference.before).toEqual(before)
    expect(difference.after).toEqual(await readFigures(ana))
    expect(difference.orders).toMatchObject([
      { order_no: 'less', cause: 'returned', cv: -20, pv: -10, reversal_of: null },
      { order_no: 'gone', cause: 'canceled', cv: -90, pv: -80 },
      { order_no: String(orderId), cause: 'counted', cv: 200, pv: 700 },
    ])
    // Two levels down the last name is an initial; the direct line has it in full.
    expect(difference.orders[0]?.credited).toMatchObject({ name: 'Cai P.', depth: 2 })
    expect(difference.statuses).toMatchObject([
      { member: { name: 'Eve Planted', depth: 1 }, active: true, joined: true },
      { member: { name: 'Dee P.', depth: 3 }, active: true, joined: false },
    ])
    expect(difference.levels).toMatchObject([
      { member: { depth: 0 }, from: 1, from_name: 'User', to: 2, to_name: 'Silver' },
      { member: { name: 'Bea Planted', depth: 1 }, from: 1, from_name: 'User', to: 2, to_name: 'Silver' },
      { member: { name: 'Cai P.', depth: 2 }, from: 1, from_name: 'User', to: 2, to_name: 'Silver' },
    ])
    // At Silver the earlier personal order pays $9 more.
    expect(difference.remainder.sales_bonus).toBe(9)
    expect((await readDifference(eve)).before).toEqual({
      ...nothing,
      sales_level: 1,
      level_name: 'User',
      active: false,
    })
  })

  it('shows every member only their own downline', async () => {
    const deep = await readDifference(dee)
    expect(deep).toMatchObject({ orders: [], levels: [], statuses: [{ member: { depth: 0 }, active: true }] })
    expect(deep.remainder.sales_bonus).toBe(2.1)
    expect(await readDifference(zoe)).toMatchObject({ change: nothing, orders: [], statuses: [], levels: [] })
    expect((await readDifference(bea)).orders).toHaveLength(3)
  })

  it('omits an order completed and canceled since then', async () => {
    const orders = (await readDifference(ana)).orders.length
    const id = await completeOrder(bea, 50)
    expect((await readDifference(ana)).orders).toHaveLength(orders + 1)
    const { jobs } = suite().services
    await inTransaction(connection().db, (trx) =>
      changeOrder(
        trx,
        { id, change: 'canceled', actor: { kind: 'command_line', by: 'test' } },
        createPaymentServices(jobs),
      ),
    )
    expect((await readDifference(ana)).orders).toHaveLength(orders)
  })

  it('lists a return on a closed month’s order, with the reversed bonuses', async () => {
    const before = await readFigures(ana)
    await reverse('old', { kind: 'return', cvCents: 10_000, pv: 50 })
    await reverse('old', { kind: 'cancellation' })
    const { orders, after } = await readDifference(ana)
    expect(orders.slice(0, 2)).toMatchObject([
      { order_no: 'old', cause: 'canceled', cv: -300, pv: -250, reversal_of: LAST, credited: { depth: 2 } },
      { order_no: 'old', cause: 'returned', cv: -100, pv: -50, reversal_of: LAST },
    ])
    expect(after.total_pv - before.total_pv).toBe(-300)
    const posted = await connection().pool.query(
      'select coalesce(sum(amount_cents), 0)::int as sum from bonus_lines where payee_id = $1 and return_id <> 0',
      [bea],
    )
    const beaDifference = (await readDifference(bea)).orders.filter(({ reversal_of }) => reversal_of)
    expect(sumColumn(beaDifference.map(({ total_bonus }) => toCents(total_bonus)))).toBe(posted.rows[0].sum)
    expect(posted.rows[0].sum).toBeLessThan(0)
  })

  it('is the same from a newly started thread, after the feed was cleaned', async () => {
    const { db, pool } = connection()
    await pool.query(
      `insert into network_changes (month, member_id, made_at) values ('2020-01', ${ana}, now() - interval '4 days')`,
    )
    const count = async () => (await pool.query('select count(*)::int as changes from network_changes')).rows[0].changes
    const retained = await count()
    await cleanChanges(db)
    expect(await count()).toBe(retained - 1)
    const reopened = openLiveNetwork(connection(), (error) => {
      throw error
    })
    const since = Math.max(yesterdayStart(Date.now()), firstInstant(now))
    for (const memberId of [ana, bea, zoe]) {
      const query = { name: 'difference', month: now, memberId, since, limit: 2 } as const
      const response = await reopened.query(query)
      expect(response).toEqual(await suite().services.network.query(query))
      expect(response.orders.length).toBeLessThanOrEqual(2)
    }
    await reopened.close()
  })

  it('begins at the last import, and at a move of an existing member', async () => {
    const { db, pool } = connection()
    await pool.query(`begin; set local salonfront.bulk = 'on'; update member_statuses set status = 'closed' where member_id = ${zoe};
      insert into network_changes (month) values (null); commit`)
    const imported = await readDifference(ana)
    expect(imported).toMatchObject({ shortened: 'reloaded', change: nothing, orders: [] })
    const { rows } = await pool.query('select made_at from network_changes order by id desc limit 1')
    expect(imported.since).toBe(rows[0].made_at.toISOString())
    await completeOrder(dee, 30)
    expect((await readDifference(ana)).orders).toMatchObject([{ cause: 'counted', pv: 30, credited: { depth: 3 } }])

    await db.updateTable('sponsorships').set({ sponsor_id: zoe }).where('member_id', '=', dee).execute()
    const moved = await readDifference(ana)
    expect(moved).toMatchObject({ shortened: 'reloaded', orders: [] })
    expect(moved.since > imported.since).toBe(true)
  })

  it('is null for a closed month', async () => {
    expect(await readChanges(ana, `?year=${LAST.year}&month=${LAST.month}`)).toEqual({ ...LAST, difference: null })
    const { get, jar } = await signInAs(suite, connection(), ana)
    expect((await get('/account/sales/changes.json?year=1990&month=01')).statusCode).toBe(422)
    jar.delete('session')
    expect((await get('/account/sales/changes.json')).statusCode).toBe(401)
  })
})
