import { tmpdir } from 'node:os'
import { beforeAll, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { payOrder } from '#domain/compensation/rules/pay-order.ts'
import type { Cents } from '#domain/money/money.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createMonths } from '#test/create-months.ts'
import { databaseTest } from '#test/database.ts'
import { reverseVolume, type VolumeReversal } from './reverse-volume.ts'

const [march, april, may] = ['2026-03', '2026-04', '2026-05'].map(month) as [
  ReturnType<typeof month>,
  ReturnType<typeof month>,
  ReturnType<typeof month>,
]

databaseTest('a return', (connection) => {
  beforeAll(async () => {
    await createMonths(connection(), { members: 60, ordersPerMonth: 150, months: [march, april, may] })
    for (const value of [march, april]) {
      expect((await closeWithDefaults(connection(), value)).ok).toBe(true)
    }
  })

  const reverse = (orderNo: string, reversal: VolumeReversal, readBookedMonth: string) =>
    inTransaction(connection().db, (trx) =>
      reverseVolume(trx, { order: { orderNo }, reversal, returnedAt: new Date(readBookedMonth) }),
    )
  const makeGoodsReturn = (cvCents: number, pv: number | undefined): VolumeReversal => ({ kind: 'return', cvCents, pv })
  const findOrder = async (orderNo: string) =>
    (await connection().pool.query('select * from counted_orders where order_no = $1', [orderNo])).rows[0]
  const booked = async (orderNo: string) =>
    (
      await connection().pool.query(
        `select month, kind, cv_cents, pv from order_returns where counted_order_id = (select id from counted_orders where order_no = $1) order by id`,
        [orderNo],
      )
    ).rows
  const findFindings = async () => (await verifyShop(connection().db, tmpdir())).findings

  /** All lines of an order together, payee by payee and kind by kind. */
  async function postedLines(id: number): Promise<Map<string, number>> {
    const { rows } = await connection().pool.query(
      `select payee_id || ' ' || kind as step, sum(amount_cents)::int as amount from bonus_lines where counted_order_id = $1
        group by 1 having sum(amount_cents) <> 0`,
      [id],
    )
    return new Map(rows.map(({ step, amount }) => [step, amount]))
  }

  type Card = { member: number; active: boolean; level: number; sponsor_id: number | null }
  async function readCard(monthText: string, member: number): Promise<Card> {
    const { rows } = await connection().pool.query<Card>(
      'select member_id as member, active, level, sponsor_id from cards where month = $1 and member_id = $2',
      [monthText, member],
    )
    if (!rows[0]) throw new Error(`user ${member} has no card of ${monthText}`)
    return rows[0]
  }

  /**
   * Computes what the order would have paid at that value, by the rule for one order over the tree that the month
   * froze.
   */
  async function computeLines(row: { id: number; member_id: number; month: string }, value: number) {
    const path: { member: number; active: boolean; level: number }[] = []
    let member: number | null = row.member_id
    while (member !== null) {
      const card: Card = await readCard(row.month, member)
      path.push(card)
      member = card.sponsor_id
    }
    const paid = payOrder(EXAMPLE_PLAN, { order: row.id, month: march, valueCents: value as Cents }, path)
    return new Map(
      paid.lines.map((line) => [`${line.payee} ${LINE_KINDS.indexOf(line.kind)}`, line.amountCents as number]),
    )
  }

  it('8. in any number of steps leaves what the order would have paid on its remaining value, and nothing after a full return', async () => {
    for (let n = 1; n <= 12; n++) {
      const orderNo = `2026-03-${n}`
      const { cv_cents: value, pv } = await findOrder(orderNo)
      const steps: [number, number | undefined][] = [
        [Math.floor(value / 3), Math.floor(pv / 3)],
        [n, undefined],
        [Math.floor(value / 7) + n, undefined],
        [n * 11, 1],
      ]
      let remaining = value
      for (const [step, [taken, points]] of steps.entries()) {
        expect(await reverse(orderNo, makeGoodsReturn(taken, points), `2026-06-0${step + 2}T12:00:00Z`)).toEqual({
          ok: true,
        })
        remaining -= taken
        const now = await findOrder(orderNo)
        expect(now.remaining_cv_cents).toBe(remaining)
        expect(await postedLines(now.id)).toEqual(await computeLines(now, remaining))
      }
      expect(await reverse(orderNo, { kind: 'cancellation' }, '2026-06-09T12:00:00Z')).toEqual({ ok: true })
      const canceledOrder = await findOrder(orderNo)
      expect([canceledOrder.remaining_cv_cents, canceledOrder.remaining_pv, canceledOrder.month_cv_cents]).toEqual([
        0,
        0,
        value,
      ])
      expect(await postedLines(canceledOrder.id)).toEqual(new Map())
    }
    expect(await findFindings()).toEqual([])
  })

  it('is booked in the month of the return, or the first open one after it', async () => {
    const readBookedMonth = async (orderNo: string, instant: string) => {
      await reverse(orderNo, { kind: 'cancellation' }, instant)
      return (await booked(orderNo)).map((row) => row.month)
    }
    // March is closed, and so is April, the month of the return.
    expect(await readBookedMonth('2026-03-20', '2026-04-20T12:00:00Z')).toEqual(['2026-05'])
    expect(await readBookedMonth('2026-03-21', '2026-06-01T03:59:59Z')).toEqual(['2026-05'])
    expect(await readBookedMonth('2026-03-22', '2026-06-01T04:00:00Z')).toEqual(['2026-06'])
    expect(await findFindings()).toEqual([])
  })

  it('reduces an order within an open month, without any lines', async () => {
    const orderNo = '2026-05-5'
    const { id, cv_cents: value, pv } = await findOrder(orderNo)
    await reverse(orderNo, makeGoodsReturn(100, 1), '2026-07-01T12:00:00Z')
    expect(await booked(orderNo)).toEqual([{ month: '2026-05', kind: 'return', cv_cents: 100, pv: 1 }])
    const now = await findOrder(orderNo)
    expect([now.month_cv_cents, now.remaining_cv_cents, now.month_pv]).toEqual([value - 100, value - 100, pv - 1])
    expect(await postedLines(id)).toEqual(new Map())
    expect(await findFindings()).toEqual([])
  })

  it('never exceeds the remaining value, and is never booked twice', async () => {
    const orderNo = '2026-05-7'
    const { cv_cents: value, pv } = await findOrder(orderNo)
    const refused = { ok: false, refusal: { code: 'more_than_remains' } }
    expect(await reverse(orderNo, makeGoodsReturn(value + 1, 0), '2026-05-20T12:00:00Z')).toEqual(refused)
    expect(await reverse(orderNo, makeGoodsReturn(value, pv + 1), '2026-05-20T12:00:00Z')).toEqual(refused)
    await reverse(orderNo, { kind: 'cancellation' }, '2026-05-20T12:00:00Z')
    await reverse(orderNo, { kind: 'cancellation' }, '2026-05-21T12:00:00Z')
    expect(await booked(orderNo)).toHaveLength(1)
    expect(await reverse('never-counted', { kind: 'cancellation' }, '2026-05-21T12:00:00Z')).toEqual({ ok: true })
  })

  it('reduces points in proportion for a refund without goods, whether in one refund or several', async () => {
    const { cv_cents: value, pv } = await findOrder('2026-05-9')
    const half = Math.floor(value / 2)
    for (const [n, part] of [Math.floor(half / 3), Math.floor(half / 3), half - 2 * Math.floor(half / 3)].entries()) {
      await reverse('2026-05-9', makeGoodsReturn(part, undefined), `2026-05-2${n}T12:00:00Z`)
    }
    const now = await findOrder('2026-05-9')
    expect(now.remaining_cv_cents).toBe(value - half)
    expect(now.remaining_pv).toBe(pv - Math.round((pv * half) / value))
    expect(await findFindings()).toEqual([])
  })
})
