import { beforeAll, expect, it } from 'vitest'
import type { BonusLine } from '#contract/compensation/sales.ts'
import { monthOf, previousMonth } from '#domain/calendar/month.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createCountedOrder, createMember, signInAs } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { skipMonths } from '../close/skip-months.ts'
import { reverseVolume, type VolumeReversal } from '../count/reverse-volume.ts'

const now = monthOf(Date.now())
const last = previousMonth(now)

const reversalsByName: Record<string, { reversal: VolumeReversal; by: string; reason: string }> = {
  goods: { reversal: { kind: 'return', cvCents: 10_000, pv: 90 }, by: 'returned', reason: 'returned' },
  order: { reversal: { kind: 'cancellation' }, by: 'canceled', reason: 'canceled' },
  check: {
    reversal: { kind: 'cancellation', by: 'payment_taken_back' },
    by: 'payment_taken_back',
    reason: 'not_completed',
  },
}

databaseTest("the cause of an order's reversal", (connection) => {
  const suite = appForSuite(connection)
  let ana = 0 as UserId
  const uncreditedIds: number[] = []

  const reverse = (orderNo: string, reversal: VolumeReversal) =>
    inTransaction(connection().db, (trx) =>
      reverseVolume(trx, { order: { orderNo }, reversal, returnedAt: new Date() }),
    )
  const readJson = async (path: string) => {
    await suite().services.network.catchUp()
    const response = await (await signInAs(suite, connection(), ana)).get(`/account/sales/${path}`)
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const readLines = async (query: string): Promise<BonusLine[]> => (await readJson(`lines.json?${query}`)).lines
  const readCauses = async () =>
    new Map(
      (await readJson('changes.json')).difference.orders.map((order: { order_no: string; cause: string }) => [
        order.order_no,
        order.cause,
      ]),
    )
  const findReversal = async (orderNo: string) => {
    const browser = browserOf(suite)
    const staff = await makeStaff(connection().db, 'clerk')
    browser.jar.set('staff', await staffSession(connection().db, staff.id, true))
    const { counted } = (await browser.get(`/admin/network/orders.json?order=${orderNo}`)).json()
    return counted.reversals.map(({ by }: { by: string }) => by)
  }

  beforeAll(async () => {
    const { db, pool } = connection()
    ana = await createMember(connection(), { name: 'Ana', enrolledAt: new Date(`${last}-10T12:00:00Z`) })
    const value = { cvCents: 10_000, pv: 90 }
    for (const name of Object.keys(reversalsByName))
      await createCountedOrder(connection(), { orderNo: `old-${name}`, member: ana, month: last, ...value })
    const product = await makeProduct(db, { pv: 90, priceCents: 10_000 })
    for (const name of ['order', 'check']) {
      const cartOwner = await fillCart(db, [{ id: product.id }])
      const placed = await submit(db, suite().services.jobs, { cartOwner })
      if (!placed.ok) throw new Error(placed.refusal.code)
      const { orderId } = placed
      await createCountedOrder(connection(), {
        orderNo: `nobody-${name}`,
        orderId,
        member: null,
        month: last,
        ...value,
      })
      uncreditedIds.push(orderId)
    }
    await inTransaction(db, (trx) => skipMonths(trx, last, Date.now()))
    expect((await closeWithDefaults(connection(), last, { now: Date.now() + 40 * 86_400_000 })).ok).toBe(true)
    for (const name of Object.keys(reversalsByName))
      await createCountedOrder(connection(), { orderNo: `new-${name}`, member: ana, month: now, ...value })
    await pool.query(`update network_changes set made_at = made_at - interval '60 hours'`)
  })

  it('is the reason why an order of the month pays nothing, and the cause of the change', async () => {
    for (const [name, { reversal }] of Object.entries(reversalsByName)) await reverse(`new-${name}`, reversal)
    const reasons = new Map(
      (await readLines('bonus=personal&paid=no')).map(({ order_no, reason }) => [order_no, reason]),
    )
    const changed = await readCauses()
    for (const [name, { by, reason }] of Object.entries(reversalsByName))
      expect([reasons.get(`new-${name}`), changed.get(`new-${name}`)]).toEqual([reason, by])
  })

  it('is shown for an order of a closed month in its reversal, in the change and to staff', async () => {
    for (const [name, { reversal }] of Object.entries(reversalsByName)) await reverse(`old-${name}`, reversal)
    const lines = new Map((await readLines('bonus=sales')).map((line) => [line.order_no, line.reversal_of]))
    const changed = await readCauses()
    for (const [name, { by }] of Object.entries(reversalsByName)) {
      expect(lines.get(`old-${name}`)).toMatchObject({ year: last.slice(0, 4), month: last.slice(5), by })
      expect([changed.get(`old-${name}`), await findReversal(`old-${name}`)]).toEqual([by, [by]])
    }
  })

  it('is in the order’s history if nobody is credited', async () => {
    for (const [nth, change] of ['canceled', 'reopened'].entries())
      await connection().pool.query(
        `insert into order_changes (order_id, change, changed_by) values ($1, $2, 'a test')`,
        [uncreditedIds[nth], change],
      )
    for (const name of ['order', 'check']) {
      await reverse(`nobody-${name}`, reversalsByName[name]?.reversal as VolumeReversal)
      expect(await findReversal(`nobody-${name}`)).toEqual([reversalsByName[name]?.by])
    }
  })
})
