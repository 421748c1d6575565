import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysAfterEnd, type Month, month, monthOf, previousMonth } from '#domain/calendar/month.ts'
import { computeMonth } from '#domain/compensation/month/run-month.ts'
import { readMonth } from '#server/compensation/close/month-input.ts'
import { writeMonthFiles } from '#server/compensation/files/month-files.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { databaseTest } from '#test/database.ts'
import { readSignIns } from './demo-sign-ins.ts'
import { seedDemoShop } from './seed-demo-shop.ts'

/** Days on which the shop is filled, with the last month settled by then, which stays open. */
const days = [
  { day: 'in the middle of a month', now: '2026-08-15T15:00:00Z', last: '2026-07' },
  { day: 'on the last day of a month', now: '2026-10-31T20:00:00Z', last: '2026-09' },
  { day: 'on the second of a month in which the clocks went back', now: '2026-11-02T15:00:00Z', last: '2026-09' },
]

for (const { day, now, last } of days) {
  databaseTest(`months of a demo shop filled ${day}`, (connection) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'salonfront-demo-'))
    const openMonth = monthOf(Date.parse(now))
    beforeAll(async () => {
      await seedDemoShop(connection(), { dataDir, secret: 'of tests', secretPrevious: undefined }, new Date(now))
    })
    afterAll(() => rmSync(dataDir, { recursive: true }))

    const findLeaderId = async () => {
      const [leader] = await readSignIns(dataDir)
      const { rows } = await connection().pool.query('select id from users where email = $1', [leader?.email])
      return rows[0].id as number
    }
    /** Returns levels of all members, and the leader's, as they would be paid. */
    async function readLevels(value: Month) {
      const { plan, input, memberIds } = await readMonth(connection(), value)
      const { level } = computeMonth(plan, input).cards
      return { levels: new Set(level), leaders: level[memberIds.indexOf(await findLeaderId())] }
    }

    test('every settled month except the last is closed and paid; the last can be closed; one payout bounced', async () => {
      const { rows } = await connection().pool.query(
        'select month, closed_at is not null as closed, paid_at is not null as paid from months order by month',
      )
      for (const { month: value, closed, paid } of rows) expect([closed, paid]).toEqual([value < last, value < last])
      expect(rows.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(9)
      expect(daysAfterEnd(month(last), 5)).toBeLessThanOrEqual(Date.parse(now))
      const { rows: payouts } = await connection().pool.query(
        'select month, state, count(*)::int as n from payouts group by 1, 2 order by 1 desc, 2',
      )
      expect(payouts).toContainEqual({ month: previousMonth(month(last)), state: 'failed', n: 1 })
      expect(payouts.filter(({ state }) => state === 'paid').length).toBeGreaterThanOrEqual(8)
    })

    test('the open month and earlier months have every level from User to Emerald', async () => {
      for (const value of [openMonth, previousMonth(openMonth), month(last)]) {
        const { levels, leaders } = await readLevels(value)
        expect([...levels]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]))
        expect(leaders).toBeGreaterThanOrEqual(6)
      }
    })

    test('an order of a closed month is canceled in the open one and reverses the leader’s bonus', async () => {
      const { rows } = await connection().pool.query(
        `select counted.month as own, line.depth, line.amount_cents, orders.status, orders.canceled_at = back.returned_at as same
           from bonus_lines line join order_returns back on back.id = return_id
           join counted_orders counted on counted.id = back.counted_order_id join orders on orders.id = counted.order_id
          where line.month = $1 and return_id <> 0 and payee_id = $2`,
        [openMonth, await findLeaderId()],
      )
      expect(rows).toMatchObject([{ depth: 3, status: 'canceled', same: true }])
      expect(rows[0].own < last).toBe(true)
      expect(rows[0].amount_cents).toBeLessThan(0)
    })

    test('another order is reversed in a month closed since, and leaves a negative balance', async () => {
      const { rows } = await connection().pool.query(
        `select users.status, cards.carried_cents from order_returns back join counted_orders counted on counted.id = counted_order_id
           join users on users.id = counted.member_id join cards on cards.member_id = users.id and cards.month = back.month
          where back.month <> counted.month and back.month < $1`,
        [last],
      )
      expect(rows).toMatchObject([{ status: 'suspended' }])
      expect(rows[0].carried_cents).toBeLessThan(0)
    })

    test('bonuses skip inactive members and roll up', async () => {
      const { rows } = await connection().pool.query(
        `select count(*)::int as passed from cards who join cards below on below.month = who.month and below.sponsor_id = who.member_id
          where not who.active and below.total_sales_cents > 0 and exists (
            select 1 from bonus_lines line join counted_orders counted on counted.id = counted_order_id
             where line.month = who.month and counted.member_id = below.member_id and line.depth > 1)`,
      )
      expect(rows[0].passed).toBeGreaterThan(0)
    })

    test('everyone’s PV history is sorted newest first and has no future entries', async () => {
      const { rows } = await connection().pool.query(
        `select count(*)::int as entries, max(created_at) <= $1::timestamptz as past, bool_and(created_at >= coalesce(before, created_at)) as in_turn
           from (select created_at, lag(created_at) over (partition by user_id order by id) as before from point_entries) entry`,
        [now],
      )
      expect(rows[0]).toMatchObject({ past: true, in_turn: true })
      expect(rows[0].entries).toBeGreaterThan(400)
    })

    test('all totals match, even after a preview of the open month', async () => {
      const { db } = connection()
      expect((await verifyShop(db, dataDir)).findings).toEqual([])
      await writeMonthFiles(connection(), openMonth, join(dataDir, 'preview'))
      expect((await verifyShop(db, dataDir)).findings).toEqual([])
    })
  })
}
