import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { adjustPrice } from '#server/orders/payments/adjust-price.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { previewReturn } from '#server/orders/returns/preview-return.ts'
import { returnGoods } from '#server/orders/returns/return-goods.ts'
import { parseCsv } from '#server/platform/csv/records.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { clerk } from '#test/order-operations.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { cancelIfUnpaid, findOverdue } from './cancel-unpaid.ts'
import { claimPayment } from './claim-payment.ts'
import { moveDueDate } from './move-due-date.ts'

const IN_FORTY_DAYS = new Date(Date.now() + 40 * 86_400_000)

databaseTest('an unpaid order with nothing due', (connection) => {
  const suite = appForSuite(connection)
  const shop = () => createPaymentServices(suite().services.jobs)
  async function placeOrder(quantity = 2, priceCents = 2000) {
    const { db } = connection()
    const cartOwner = await fillCart(db, [{ id: (await makeProduct(db, { priceCents })).id, quantity }])
    const placement = await submit(db, suite().services.jobs, { cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  async function returnItems(orderId: number, quantity: number) {
    const { db } = connection()
    const { network } = suite().services
    const request = { orderId, lines: [{ position: 0, quantity, restock: true }], reason: 'Sent back.' }
    const previewed = await previewReturn({ db, network }, request, new Date())
    if (!previewed.ok) throw new Error(previewed.refusal.code)
    const preview = previewed.preview.hash
    expect((await returnGoods({ db, ...shop(), network }, clerk, { ...request, preview }, new Date())).ok).toBe(true)
  }
  const listOrderIds = async (query = '') => {
    const { id } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    const [unpaid, overdue] = [
      await browser.get('/admin/payments/unpaid.json'),
      await browser.get(`/admin/orders.json?due=open${query}`),
    ]
    const ids = (response: typeof unpaid, key: string) =>
      response.json().data.map((row: Record<string, number>) => row[key])
    return [ids(unpaid, 'order_id'), ids(overdue, 'id')]
  }

  it('gets no listing, reminder, claim, or cancellation as unpaid, and is never due', async () => {
    const { db } = connection()
    const [returnedId, partlyReturnedId, adjustedId] = [await placeOrder(), await placeOrder(), await placeOrder()]
    await returnItems(returnedId, 2)
    await returnItems(partlyReturnedId, 1)
    const adjustment = {
      orderId: adjustedId,
      amountCents: cents(3999),
      reason: 'A dent.',
    }
    expect((await inTransaction(db, (trx) => adjustPrice(trx, clerk, adjustment, shop()))).ok).toBe(true)

    expect(await findOverdue(db, IN_FORTY_DAYS, 0, 10)).toEqual([partlyReturnedId, adjustedId])
    for (const ids of await listOrderIds()) expect(ids.toSorted()).toEqual([partlyReturnedId, adjustedId])
    const cancel = (orderId: Awaited<ReturnType<typeof placeOrder>>) =>
      inTransaction(db, (trx) =>
        cancelIfUnpaid(trx, { orderId, now: IN_FORTY_DAYS, hasProbableTransaction: false }, shop()),
      )
    expect(await cancel(returnedId)).toBe(false)
    expect(await findPresentedOrder(db, returnedId)).toMatchObject({
      status: 'processing',
      balance: 0,
      cancels_at: null,
    })
    const claim = { orderId: returnedId, claimant: 'link_holder', method: undefined, note: '' } as const
    const nothingToPay = { ok: false, refusal: { code: 'nothing_to_pay' } }
    expect(await inTransaction(db, (trx) => claimPayment(trx, clerk, claim))).toEqual(nothingToPay)
    const newDueDate = { orderId: returnedId, dueOn: '2099-01-05' as never, reason: 'They asked.', now: new Date() }
    expect(await inTransaction(db, (trx) => moveDueDate(trx, clerk, newDueDate, { paymentDays: 7 }))).toEqual({
      ok: false,
      refusal: { code: 'nothing_to_pay' },
    })
    const completion = { id: returnedId, change: 'completed', actor: clerk } as const
    expect(await inTransaction(db, (trx) => changeOrder(trx, completion, shop()))).toEqual({
      ok: false,
      refusal: { code: 'all_credited' },
    })
    // Even a cent is due.
    expect([await cancel(partlyReturnedId), await cancel(adjustedId)]).toEqual([true, true])
  })

  it('with a total of zero has no due date', async () => {
    const { db } = connection()
    const freeOrderId = await placeOrder(1, 0)
    expect(await findPresentedOrder(db, freeOrderId)).toMatchObject({
      order_total: 0,
      payment_state: 'paid',
      due_on: null,
      cancels_at: null,
    })
    expect((await listOrderIds())[0]).not.toContain(freeOrderId)
    const { id } = await makeStaff(db, 'owner')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, id))
    const file = (await browser.get(`/admin/orders/${freeOrderId}.json`)).json()
    expect(file).toMatchObject({
      order: { due_on: null },
      due: { due_on: null, cancels_at: null },
      money: { balance: 0 },
    })
    const row = (await browser.get(`/admin/orders.json?search=${freeOrderId}`)).json().data[0]
    expect(row).toMatchObject({ id: freeOrderId, due_on: null })
    const [heading, ...rows] = parseCsv((await browser.get(`/admin/orders/export.csv?search=${freeOrderId}`)).body)
    const cells = Object.fromEntries(rows[0]?.cells.map((cell, n) => [heading?.cells[n], cell]) ?? [])
    expect(cells).toMatchObject({ method: '', payment_reference: '', due: '' })
  })
})
