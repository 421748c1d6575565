import { expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Actor } from '#server/audit/actor.ts'
import { importNotices } from '#server/notice/import-notices.ts'
import { changeOrder } from '#server/order/change-order.ts'
import { bookPayment } from '#server/payment/book-payment.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { paymentShop } from '#test/payment-shop.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { listWaitingOrders } from './waiting-orders.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }

databaseTest('what waits for staff of orders', (connection) => {
  const jobs = jobsForSuite(connection)

  it('is a line for each kind, and none where nothing waits', async () => {
    const { db, pool } = connection()
    expect(await listWaitingOrders(db)).toEqual([])
    const product = await makeProduct(db, { priceCents: 5000 })
    const placeOrder = async () => {
      const placed = await submit(db, jobs(), { cartOwner: await fillCart(db, [{ id: product.id }]) })
      if (!placed.ok) throw new Error(placed.refusal.code)
      return placed.orderId
    }
    const pay = (orderId: number, amount: number) =>
      inTransaction(db, (trx) =>
        bookPayment(trx, clerk, { orderId, amountCents: cents(amount), method: 'cash' }, paymentShop(jobs())),
      )
    await pay(await placeOrder(), 6000)
    const canceled = await placeOrder()
    await inTransaction(db, (trx) =>
      changeOrder(trx, { id: canceled, change: 'canceled', actor: clerk }, paymentShop(jobs())),
    )
    await pay(canceled, 100)
    const overdue = await placeOrder()
    await pay(overdue, 100)
    await pool.query(`update orders set due_on = now()::date - 30 where id = $1`, [overdue])
    const [jar, box] = [await makeProduct(db, { stock: 5 }), await makeProduct(db, { kind: 'package', stock: 4 })]
    await pool.query('update products set stock = null where id = $1', [box.id])
    await pool.query(
      `insert into stock_movements (product_id, quantity, kind, reason, made_by) values ($1, -4, 'write_off', 'Unpacked', 'test')`,
      [box.id],
    )
    await pool.query(
      'insert into package_contents (package_id, product_id, quantity, position) values ($1, $2, 1, 0)',
      [box.id, jar.id],
    )
    const text = 'You received $12.34 from VIKTOR BRANDT\nMemo: soap\nConfirmation: N0a1b2c3d40'
    expect(await inTransaction(db, (trx) => importNotices(trx, clerk, { text, kind: 'paste' }))).toMatchObject({
      ok: true,
    })
    expect(await listWaitingOrders(db)).toEqual([
      'Orders of which money is to be given back: 2. "order overpaid" shows them.',
      'Unpaid orders past their due date that were not canceled: 1. "order due" shows them.',
      'Notices of the bank that wait: 1. "notices list" shows them.',
      'Products that are to be counted: 1. "stock due" shows them.',
    ])
  })
})
