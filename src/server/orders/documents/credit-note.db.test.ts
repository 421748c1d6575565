import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { type LiveNetwork, openLiveNetwork } from '#server/compensation/live/live-network.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { refundPayment } from '#server/orders/payments/refund-payment.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { previewReturn } from '#server/orders/returns/preview-return.ts'
import { returnGoods } from '#server/orders/returns/return-goods.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { readCreditNote } from './read-credit-note.ts'

const manager = { kind: 'staff', staffId: 1, email: 'manager@example.com', role: 'manager' } as const

databaseTest('credit notes', (connection) => {
  const suite = appForSuite(connection)
  const jobs = jobsForSuite(connection)
  let network: LiveNetwork
  beforeAll(() => {
    network = openLiveNetwork(connection(), (error) => {
      throw error
    })
  })
  afterAll(() => network.close())
  const run = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => inTransaction(connection().db, work)
  const shop = () => createPaymentServices(jobs())

  /** Three items at $20 and one at $5, picked up at the counter. */
  async function order(): Promise<number> {
    const { db } = connection()
    const cartItems = [
      { id: (await makeProduct(db, { name: 'Masque', priceCents: 2000 })).id, quantity: 3 },
      { id: (await makeProduct(db, { name: 'Comb', priceCents: 500 })).id, quantity: 1 },
    ]
    const placement = await submit(db, jobs(), { cartOwner: await fillCart(db, cartItems) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  const pay = (orderId: number, amount: number) =>
    run((trx) => bookPayment(trx, manager, { orderId, amountCents: cents(amount), method: 'quickpay' }, shop()))
  async function returnItems(orderId: number, quantity: number): Promise<number> {
    const services = { db: connection().db, ...shop(), network }
    const request = { orderId, lines: [{ position: 0, quantity, restock: true }], reason: 'Unopened.' }
    const previewed = await previewReturn(services, request, new Date())
    if (!previewed.ok) throw new Error(previewed.refusal.code)
    const result = await returnGoods(services, manager, { ...request, preview: previewed.preview.hash }, new Date())
    if (!result.ok || result.creditNoteNumber === undefined) throw new Error('not booked')
    return result.creditNoteNumber
  }

  it('list the returned goods, the refunds and the amount still due', async () => {
    const { db } = connection()
    const id = await order()
    await pay(id, 6500)
    const number = await returnItems(id, 2)
    // They were returned before shipping, so they are no longer to be shipped.
    const presented = await findPresentedOrder(db, id)
    expect(presented?.products.map(({ quantity, shippable }) => [quantity, shippable])).toEqual([
      [3, 1],
      [1, 1],
    ])
    expect(await readCreditNote(db, id, number)).toMatchObject({
      number,
      kind: 'return',
      lines: [{ name: 'Masque', quantity: 2, goodsCents: 4000 }],
      amountCents: 4000,
      reductionCents: 0,
      refunds: [],
      openCents: 4000,
      settledCents: 0,
    })
    const { rows } = await connection().pool.query('select id from credit_notes where number = $1', [number])
    const refund = { orderId: id, amountCents: cents(1500), of: { creditNoteId: rows[0].id }, method: 'check' } as const
    expect((await run((trx) => refundPayment(trx, manager, { ...refund, reason: 'Came back.' }, shop()))).ok).toBe(true)
    expect(await readCreditNote(db, id, number)).toMatchObject({
      refunds: [{ method: 'check', amountCents: 1500 }],
      openCents: 2500,
      settledCents: 0,
    })
  })

  it('reduce the amount due of an unpaid order, and canceling credits the goods that were not returned', async () => {
    const { db } = connection()
    const id = await order()
    await pay(id, 1000)
    const first = await returnItems(id, 1)
    expect(await readCreditNote(db, id, first)).toMatchObject({ amountCents: 2000, openCents: 0, settledCents: 2000 })
    await run((trx) => changeOrder(trx, { id, change: 'canceled', actor: manager, reason: 'Asked for.' }, shop()))
    const { rows } = await connection().pool.query(
      `select number from credit_notes where order_id = $1 and kind = 'cancellation'`,
      [id],
    )
    expect(await readCreditNote(db, id, rows[0].number)).toMatchObject({
      kind: 'cancellation',
      lines: [
        { name: 'Masque', quantity: 2, goodsCents: 4000 },
        { name: 'Comb', quantity: 1, goodsCents: 500 },
      ],
      amountCents: 4500,
      openCents: 1000,
      settledCents: 3500,
    })
    expect(await readCreditNote(db, await order(), first)).toBeUndefined()
  })

  it('are readable by staff, and only by a number of their order', async () => {
    const id = await order()
    await pay(id, 6500)
    const number = await returnItems(id, 1)
    const clerk = browserOf(suite)
    const staff = await makeStaff(connection().db, 'clerk')
    clerk.jar.set('staff', await staffSession(connection().db, staff.id))
    const response = await clerk.get(`/admin/orders/${id}/credit-notes/${number}.pdf`)
    expect([
      response.statusCode,
      response.headers['content-disposition'],
      response.headers['content-security-policy'],
    ]).toEqual([200, `inline; filename="credit-note-${number}.pdf"`, "frame-ancestors 'none'"])
    expect((await clerk.get(`/admin/orders/${await order()}/credit-notes/${number}.pdf`)).statusCode).toBe(404)
    expect((await clerk.get(`/admin/orders/${id}/credit-notes/${number + 1000}.pdf`)).statusCode).toBe(404)
    expect((await browserOf(suite).get(`/orders/${id}/credit-notes/${number}.pdf?key=x`)).statusCode).toBe(404)
  })
})
