import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { completeOrder } from '#server/orders/payments/complete-order.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { mergeDailyFigures } from './merge-daily-figures.ts'
import { readFigures } from './read-figures.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }
const NONE = { orders: 0, totalCents: 0, pv: 0, members: 0 }
/** Half past midnight in New York. */
const NOW = new Date('2026-03-10T04:30:00Z')

databaseTest('dashboard figures', (connection) => {
  const jobs = jobsForSuite(connection)
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  const placeOrderAt = async (placedAt: string, priceCents = 1000) => {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents, pv: 10 })
    const placed = await submit(db, jobs(), { cartOwner: await fillCart(db, [{ id: product.id }]) })
    if (!placed.ok) throw new Error(placed.refusal.code)
    await query('update orders set created_at = $2 where id = $1', [placed.orderId, placedAt])
    return placed.orderId
  }
  const findFigures = async (at: string) => {
    const { days, months } = await readFigures(connection().db, NOW)
    const allPoints = [days, months].flatMap(({ points, before }) => [...points, ...before])
    const { at: _, ...figures } = allPoints.find((point) => point.at === at) ?? { ...NONE, at, missing: true }
    return figures
  }
  const cancel = (id: number) =>
    inTransaction(connection().db, (trx) =>
      changeOrder(trx, { id, change: 'canceled', actor: clerk }, createPaymentServices(jobs())),
    )
  /** Compares the figures with orders, returns and members themselves. */
  const expectMatchingFigures = async () => {
    const { findings } = await verifyShop(connection().db, '/nowhere')
    expect(findings.filter((finding) => finding.startsWith('The figures'))).toEqual([])
  }

  it('include days and months without activity, each paired with the previous period', async () => {
    const { days, months } = await readFigures(connection().db, NOW)
    expect(days.points).toHaveLength(30)
    expect([days.before[0]?.at, days.before.at(-1)?.at]).toEqual(['2026-01-10', '2026-02-08'])
    expect([days.points[0]?.at, days.points.at(-1)?.at]).toEqual(['2026-02-09', '2026-03-10'])
    expect([months.before[0]?.at, months.before.at(-1)?.at]).toEqual(['2024-04', '2025-03'])
    expect([months.points[0]?.at, months.points.at(-1)?.at]).toEqual(['2025-04', '2026-03'])
    for (const { at: _, ...figures } of [...days.points, ...days.before, ...months.points])
      expect(figures).toEqual(NONE)
    expect([days.sum, days.sumBefore]).toEqual([NONE, NONE])
  })

  it('use days of the shop’s time zone, including across a clock change', async () => {
    await placeOrderAt('2026-03-08T04:59:00Z', 1000)
    await placeOrderAt('2026-03-09T03:59:00Z', 2000)
    await placeOrderAt('2026-03-09T04:00:00Z', 4000)
    expect(await findFigures('2026-03-07')).toMatchObject({ orders: 1, totalCents: 1000 })
    expect(await findFigures('2026-03-08')).toMatchObject({ orders: 1, totalCents: 2000 })
    expect(await findFigures('2026-03-09')).toMatchObject({ orders: 1, totalCents: 4000 })
    expect(await findFigures('2026-03')).toMatchObject({ orders: 3, totalCents: 7000 })
    await expectMatchingFigures()
  })

  it('count an order on the day it was placed, with its current total, until it is canceled', async () => {
    const first = await placeOrderAt('2026-02-01T17:00:00Z', 3000)
    await placeOrderAt('2026-02-01T18:00:00Z', 500)
    expect(await findFigures('2026-02-01')).toMatchObject({ orders: 2, totalCents: 3500 })
    await query('update orders set sub_total_cents = 2500, total_cents = 2500 where id = $1', [first])
    expect(await findFigures('2026-02-01')).toMatchObject({ orders: 2, totalCents: 3000 })
    await query('update orders set sub_total_cents = 3000, total_cents = 3000 where id = $1', [first])
    await cancel(first)
    expect(await findFigures('2026-02-01')).toMatchObject({ orders: 1, totalCents: 500 })
    const { days } = await readFigures(connection().db, NOW)
    expect(days.sumBefore).toMatchObject({ orders: 1, totalCents: 500 })
    await expectMatchingFigures()
  })

  it('count PV on the day of completion and subtract returned PV on the day of the return', async () => {
    const { db } = connection()
    const [today, order] = [await readFigures(db, new Date()), await placeOrderAt('2026-01-20T17:00:00Z')]
    const readPv = async () => (await readFigures(db, new Date())).days.sum.pv - today.days.sum.pv
    await inTransaction(db, async (trx) => {
      await bookPayment(
        trx,
        clerk,
        { orderId: order, amountCents: cents(1000), method: 'cash' },
        createPaymentServices(jobs()),
      )
      const locked = await lockOrder(trx, order)
      if (!locked) throw new Error('no order')
      const result = await completeOrder(trx, clerk, { order: locked, clearing: 'wait' }, createPaymentServices(jobs()))
      expect(result.ok).toBe(true)
    })
    expect(await readPv()).toBe(10)
    await expectMatchingFigures()
    await cancel(order)
    expect(await readPv()).toBe(0)
    await expectMatchingFigures()
  })

  it('count new members on their enrollment day, which an import may move', async () => {
    const { id } = await makeUser(connection().db)
    await query('update users set created_at = $2 where id = $1', [id, '2026-02-20T12:00:00Z'])
    expect(await findFigures('2026-02-20')).toMatchObject({ members: 1 })
    await query('update users set created_at = $2 where id = $1', [id, '2025-05-20T12:00:00Z'])
    expect(await findFigures('2026-02-20')).toMatchObject({ members: 0 })
    expect(await findFigures('2025-05')).toMatchObject({ members: 1 })
    await expectMatchingFigures()
  })

  it('do not change when the rows of a day are merged or rebuilt', async () => {
    const { db } = connection()
    const before = await readFigures(db, NOW)
    await mergeDailyFigures(db)
    expect(await readFigures(db, NOW)).toEqual(before)
    const { rows } = await query('select day from daily_figures group by day having count(*) > 1')
    expect(rows).toEqual([])
    await expectMatchingFigures()
    await query('insert into daily_figures (day, orders) values ($1, 1)', ['2026-03-01'])
    const { findings } = await verifyShop(db, '/nowhere')
    expect(findings.filter((finding) => finding.startsWith('The figures of 2026-03-01 are 1 orders'))).toHaveLength(1)
    await query('select rebuild_figures()')
    expect(await readFigures(db, NOW)).toEqual(before)
    await expectMatchingFigures()
  })
})
