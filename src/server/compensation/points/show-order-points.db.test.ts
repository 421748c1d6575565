import { expect, it } from 'vitest'
import { monthOf } from '#domain/calendar/month.ts'
import type { StaffChange } from '#domain/orders/status.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { showOrderPoints } from './show-order-points.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }

databaseTest('the months in which a personal order counts', (connection) => {
  const jobs = jobsForSuite(connection)
  const getMonth = () => monthOf(Date.now())

  async function placeOrder(userId: UserId | undefined, pv = 10) {
    const { db } = connection()
    const cartOwner = await fillCart(db, [{ id: (await makeProduct(db, { pv })).id, quantity: 2 }])
    const placed = await submit(db, jobs(), { userId, creditedUserId: userId, cartOwner })
    if (!placed.ok) throw new Error(placed.refusal.code)
    return placed.orderId
  }
  const changeStatus = async (id: number, status: StaffChange) => {
    const input = { id, change: status, actor: clerk, clearing: 'now' as const }
    const result = await inTransaction(connection().db, (trx) => changeOrder(trx, input, createPaymentServices(jobs())))
    expect(result).toMatchObject({ ok: true })
  }
  const showPoints = (userId: UserId, id: number) => showOrderPoints(connection().db, userId, id)

  it('are its month with its points after completion, and none after a cancellation', async () => {
    const { id: ana } = await makeUser(connection().db)
    const id = await placeOrder(ana)
    expect(await showPoints(ana, id)).toEqual({ months: [], reason: 'not_completed' })
    await changeStatus(id, 'paid')
    expect(await showPoints(ana, id)).toEqual({ months: [], reason: 'not_completed' })
    await changeStatus(id, 'completed')
    expect(await showPoints(ana, id)).toEqual({ months: [{ month: getMonth(), points: 20 }], reason: null })
    await changeStatus(id, 'canceled')
    expect(await showPoints(ana, id)).toEqual({ months: [{ month: getMonth(), points: 0 }], reason: 'canceled' })

    const never = await placeOrder(ana)
    await changeStatus(never, 'canceled')
    expect(await showPoints(ana, never)).toEqual({ months: [], reason: 'canceled' })
  })

  it('include orders without points', async () => {
    const { id: ana } = await makeUser(connection().db)
    const id = await placeOrder(ana, 0)
    await changeStatus(id, 'paid')
    await changeStatus(id, 'completed')
    expect(await showPoints(ana, id)).toEqual({ months: [{ month: getMonth(), points: 0 }], reason: null })
  })

  it('are hidden for other users’ orders, and for orders placed without the account', async () => {
    const { db, pool } = connection()
    const [{ id: ana }, { id: bea }] = [await makeUser(db), await makeUser(db)]
    const id = await placeOrder(ana)
    expect(await showPoints(bea, id)).toBeUndefined()
    expect(await showPoints(ana, 2_000_000_000)).toBeUndefined()
    // Claimed later: its volume is not moved.
    const guest = await placeOrder(undefined)
    await pool.query('update orders set user_id = $1 where id = $2', [ana, guest])
    expect(await showPoints(ana, guest)).toEqual({ months: [], reason: 'not_credited' })
  })

  it('are none for an order completed before the enrollment', async () => {
    const { db, pool } = connection()
    const { id: ana } = await makeUser(db)
    const id = await placeOrder(ana)
    await changeStatus(id, 'paid')
    await changeStatus(id, 'completed')
    await pool.query('update counted_orders set before_enrollment = true where order_id = $1', [id])
    expect(await showPoints(ana, id)).toEqual({ months: [], reason: 'before_enrollment' })
  })
})
