import { expect, it } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { addDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

/** Matches the setting `check_hold_days`. */
const HOLD_DAYS = 5

databaseTest('an order paid by check', (connection) => {
  const suite = appForSuite(connection)
  async function signIn() {
    const { id } = await makeStaff(connection().db, 'manager')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }
  type Browser = Awaited<ReturnType<typeof signIn>>
  const clearsOn = addDays(shopDayOf(Date.now()), HOLD_DAYS)
  const readOrder = async (browser: Browser, id: number): Promise<ManagedOrder> =>
    (await browser.get(`/admin/orders/${id}.json`)).json()
  async function placeOrder(type: 'D' | 'P', pays: [method: string, share: number][]) {
    const { db } = connection()
    const browser = await signIn()
    const cartOwner = await fillCart(db, [{ id: (await makeProduct(db, { priceCents: 5000 })).id, quantity: 2 }])
    const form = type === 'D' ? deliveryForm : pickupForm
    const placement = await submit(db, suite().services.jobs, { form, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const id = Number(placement.orderId)
    let { balance } = (await readOrder(browser, id)).money
    for (const [method, share] of pays) {
      const amount = share === 1 ? balance : 10
      const paid = await postCurrent(browser, `/admin/orders/${id}/payments/book`, { amount, method })
      balance = paid.json().money.balance
    }
    return { id, browser }
  }
  const readRow = async (browser: Browser, id: number) =>
    (await browser.get(`/admin/orders.json?search=${id}`)).json().data.find((row: { id: number }) => row.id === id)
  const step = (browser: Browser, id: number, path: string, body: object = {}) =>
    postCurrent(browser, `/admin/orders/${id}/${path}`, body)

  it('is packed and shipped before the check clears only on explicit confirmation', async () => {
    const { id, browser } = await placeOrder('D', [['check', 1]])
    expect((await readOrder(browser, id)).money).toMatchObject({
      state: 'paid',
      cleared_in_full: false,
      clears_on: clearsOn,
    })
    expect((await readRow(browser, id)).clears_on).toBe(clearsOn)
    const list = (await browser.get(`/admin/orders/pack-list.json?ids=${id}`)).json()
    expect(list.orders).toMatchObject([{ id, clears_on: clearsOn }])
    const message = `Paid, not cleared: the check clears on ${formatCalendarDay(clearsOn)}.`
    for (const path of ['pack', 'ship']) {
      const response = await step(browser, id, path)
      expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'not_cleared', detail: message }])
    }
    expect((await step(browser, id, 'pack', { uncleared: true })).statusCode).toBe(200)
    expect((await step(browser, id, 'ship')).statusCode).toBe(409)
    expect((await step(browser, id, 'ship', { uncleared: true })).statusCode).toBe(200)
  })

  it('is handed over likewise, and without confirmation once staff marked the check as cleared', async () => {
    const { id, browser } = await placeOrder('P', [['check', 1]])
    for (const path of ['ready', 'pick-up']) {
      expect((await step(browser, id, path)).statusCode).toBe(409)
    }
    const [payment] = (await readOrder(browser, id)).ledger.filter(({ entry }) => entry === 'payment')
    await browser.post(`/admin/payments/${payment?.id}/clear`, {})
    expect([(await readOrder(browser, id)).money.clears_on, (await readRow(browser, id)).clears_on]).toEqual([
      null,
      null,
    ])
    expect((await step(browser, id, 'ready')).statusCode).toBe(200)
  })

  it('needs no confirmation if the money is there without the check, or the order is unpaid', async () => {
    const mixedPaid = await placeOrder('D', [
      ['cash', 1],
      ['check', 0],
    ])
    const partlyPaid = await placeOrder('D', [['check', 0]])
    for (const { id, browser } of [mixedPaid, partlyPaid]) {
      expect((await readRow(browser, id)).clears_on).toBeNull()
      expect((await step(browser, id, 'pack')).statusCode).toBe(200)
    }
    const mixed = await placeOrder('D', [
      ['cash', 0],
      ['check', 1],
    ])
    expect((await readRow(mixed.browser, mixed.id)).clears_on).toBe(clearsOn)
  })
})
