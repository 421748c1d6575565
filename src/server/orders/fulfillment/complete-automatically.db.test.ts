import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { adjustPrice } from '#server/orders/payments/adjust-price.ts'
import { bookPayment, type NewPayment } from '#server/orders/payments/book-payment.ts'
import { completeDue } from '#server/orders/payments/complete-due.jobs.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { previewReturn } from '#server/orders/returns/preview-return.ts'
import { returnGoods } from '#server/orders/returns/return-goods.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { deliverOrder } from './deliver-order.ts'
import { pickUpOrder } from './pick-up-order.ts'
import { shipOrder } from './ship-order.ts'
import { voidShipment } from './void-shipment.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }

databaseTest('automatic completion of orders', (connection) => {
  const jobs = jobsForSuite(connection)
  const makeServices = () => createPaymentServices(jobs(), { complete_automatically: true })
  const run = <T>(runJob: (trx: Transaction) => Promise<T>): Promise<T> => inTransaction(connection().db, runJob)

  async function placeOrder(type: 'D' | 'P' = 'D'): Promise<number> {
    const { db } = connection()
    const product = await makeProduct(db)
    const form = type === 'D' ? deliveryForm : pickupForm
    const placement = await submit(db, jobs(), {
      form,
      cartOwner: await fillCart(db, [{ id: product.id, quantity: 2 }]),
    })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  const readTotal = async (id: number) =>
    (await connection().pool.query('select total_cents from orders where id = $1', [id])).rows[0].total_cents
  const pay = async (orderId: number, overrides: Partial<NewPayment> = {}, shop: PaymentServices = makeServices()) => {
    const amountCents = cents(await readTotal(orderId))
    const payment: NewPayment = { orderId, amountCents, method: 'quickpay', ...overrides }
    expect(await run((trx) => bookPayment(trx, clerk, payment, shop))).toMatchObject({ ok: true })
  }
  const ship = async (orderId: number, lines?: { position: number; quantity: number }[], shop = makeServices()) => {
    const result = await run((trx) => shipOrder(trx, clerk, { orderId, lines }, shop))
    if (!result.ok) throw new Error(result.refusal.code)
    return result.shipmentId
  }
  const readStatus = async (id: number) =>
    (await connection().pool.query('select status from orders where id = $1', [id])).rows[0].status
  const readChanges = async (id: number) =>
    (
      await connection().pool.query(
        `select change, changed_by from order_changes where order_id = $1 and change = 'completed'`,
        [id],
      )
    ).rows
  const runJob = (shop = makeServices()) => completeDue({ db: connection().db, ...shop })
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

  it('completes when the order is paid and then shipped, by any clerk', async () => {
    const id = await placeOrder()
    await pay(id)
    expect(await readStatus(id)).toBe('processing')
    await ship(id)
    expect(await readStatus(id)).toBe('completed')
    expect(await readChanges(id)).toEqual([{ change: 'completed', changed_by: 'clerk@example.com' }])
  })

  it('completes with the last parcel, wherever the others are', async () => {
    const id = await placeOrder()
    await pay(id)
    const first = await ship(id, [{ position: 0, quantity: 1 }])
    await run((trx) => deliverOrder(trx, clerk, { orderId: id, shipmentId: first }, makeServices()))
    expect(await readStatus(id)).toBe('processing')
    await ship(id)
    expect(await readStatus(id)).toBe('completed')
  })

  it('completes when the order is picked up, but not while a part waits at the counter', async () => {
    const id = await placeOrder('P')
    await pay(id)
    const partialPickup = { orderId: id, lines: [{ position: 0, quantity: 1 }] }
    expect(await run((trx) => pickUpOrder(trx, clerk, partialPickup, makeServices()))).toMatchObject({ ok: true })
    expect(await readStatus(id)).toBe('processing')
    expect(await run((trx) => pickUpOrder(trx, clerk, { orderId: id }, makeServices()))).toMatchObject({ ok: true })
    expect(await readStatus(id)).toBe('completed')
  })

  it('happens in the job once the hold period of a check is over', async () => {
    const id = await placeOrder()
    await pay(id, { method: 'check', valueDate: daysAgo(4) })
    await ship(id)
    expect([await readStatus(id), await runJob()]).toEqual(['processing', []])
    const makeHeldServices = (days: number, isOn = true) =>
      runJob(createPaymentServices(jobs(), { complete_automatically: isOn, check_hold_days: days }))
    expect([await makeHeldServices(3, false), await readStatus(id)]).toEqual([[], 'processing'])
    expect([await makeHeldServices(3), await readStatus(id)]).toEqual([[id], 'completed'])
    expect(await readChanges(id)).toEqual([{ change: 'completed', changed_by: 'cleared checks' }])
    expect(await runJob()).toEqual([])
  })

  it('completes when a credit leaves nothing to pay', async () => {
    const id = await placeOrder()
    const total = await readTotal(id)
    await pay(id, { amountCents: cents(total - 500) })
    await ship(id)
    expect(await readStatus(id)).toBe('processing')
    const credit = { orderId: id, amountCents: cents(500), reason: 'A torn box' }
    expect(await run((trx) => adjustPrice(trx, clerk, credit, makeServices()))).toMatchObject({
      ok: true,
      balanceCents: 0,
    })
    expect(await readStatus(id)).toBe('completed')
    expect(await readChanges(id)).toEqual([{ change: 'completed', changed_by: 'clerk@example.com' }])
  })

  it('completes when returned goods leave nothing to pay', async () => {
    const { db } = connection()
    const id = await placeOrder()
    await ship(id)
    const request = { orderId: id, lines: [{ position: 0, quantity: 1, restock: true }], reason: 'One is enough.' }
    // A guest's order: no member's figures change.
    const network = { query: () => Promise.reject(new Error('no member’s figures are expected')) }
    const services = { db, ...makeServices(), network }
    const previewed = await previewReturn(services, request, new Date())
    if (!previewed.ok) throw new Error(previewed.refusal.code)
    const { hash, creditCents } = previewed.preview
    await pay(id, { amountCents: cents((await readTotal(id)) - creditCents) })
    expect(await readStatus(id)).toBe('processing')
    expect(await returnGoods(services, clerk, { ...request, preview: hash }, new Date())).toMatchObject({ ok: true })
    expect(await readStatus(id)).toBe('completed')
  })

  it('does not complete with the setting off, or if unpaid, canceled or only packed', async () => {
    const settingOffId = await placeOrder()
    await pay(settingOffId, {}, createPaymentServices(jobs()))
    await ship(settingOffId, undefined, createPaymentServices(jobs()))
    const unpaid = await placeOrder()
    await ship(unpaid)
    const canceled = await placeOrder()
    await pay(canceled)
    await run((trx) =>
      changeOrder(trx, { id: canceled, change: 'canceled', actor: clerk, reason: 'No' }, makeServices()),
    )
    const packed = await placeOrder()
    await pay(packed)
    const result = await ship(packed, [{ position: 0, quantity: 1 }])
    expect(
      await run((trx) => voidShipment(trx, clerk, { orderId: packed, shipmentId: result, reason: 'No' })),
    ).toMatchObject({ ok: false })
    expect([await readStatus(settingOffId), await readStatus(unpaid), await readStatus(packed)]).toEqual(
      Array(3).fill('processing'),
    )
    // Once switched on, the job completes all due orders.
    expect(await runJob()).toEqual([settingOffId])
    expect([await readStatus(unpaid), await readStatus(canceled), await readStatus(packed)]).toEqual([
      'processing',
      'canceled',
      'processing',
    ])
  })
})
