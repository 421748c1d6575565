import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { isFarAboveAmountDue, type Money } from '#domain/orders/balance.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

it('an amount needs confirmation from five times the amount due, or five times the total if nothing is due', () => {
  const money = (receivedCents: number, totalCents = 11_500): Money => ({
    totalCents: cents(totalCents),
    creditedCents: cents(0),
    receivedCents: cents(receivedCents),
    refundedCents: cents(0),
    toleranceCents: cents(0),
  })
  expect([isFarAboveAmountDue(cents(57_500), money(0)), isFarAboveAmountDue(cents(57_501), money(0))]).toEqual([
    false,
    true,
  ])
  expect([isFarAboveAmountDue(cents(500), money(11_400)), isFarAboveAmountDue(cents(501), money(11_400))]).toEqual([
    false,
    true,
  ])
  expect([
    isFarAboveAmountDue(cents(11_500), money(11_500)),
    isFarAboveAmountDue(cents(57_501), money(11_500)),
  ]).toEqual([false, true])
  expect(isFarAboveAmountDue(cents(1), money(0, 0))).toBe(true)
})

databaseTest('a payment far above the amount due', (connection) => {
  const suite = appForSuite(connection)
  const db = () => connection().db
  async function order(): Promise<number> {
    const product = await makeProduct(db(), { priceCents: 25_000 })
    const cartOwner = await fillCart(db(), [{ id: product.id, quantity: 1 }])
    const placement = await submit(db(), suite().services.jobs, { cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  async function clerk() {
    const { id } = await makeStaff(db(), 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), id))
    return browser
  }

  it('is booked only after confirmation', async () => {
    const [browser, id] = [await clerk(), await order()]
    const book = (amount: number, overrides: object = {}) =>
      postCurrent(browser, `/admin/orders/${id}/payments/book`, { amount, ...overrides })
    for (const amount of [1_000_000_000, 1250.01]) {
      const unconfirmed = await book(amount)
      expect([unconfirmed.statusCode, unconfirmed.json()]).toMatchObject([
        422,
        {
          code: 'confirmation_required',
          errors: { confirmed: expect.stringMatching(/far more than the \$250\.00 due/) },
        },
      ])
    }
    expect((await book(1250.01, { confirmed: 'yes' })).statusCode, 'not a boolean').toBe(422)
    expect((await book(1250.01, { confirmed: true })).statusCode).toBe(200)
    const { rows } = await connection().pool.query('select amount_cents::int from payments where order_id = $1', [id])
    expect(rows).toEqual([{ amount_cents: 125_001 }])
  })

  it('needs no confirmation for an ordinary overpayment or a late payment', async () => {
    const [browser, id] = [await clerk(), await order()]
    const book = (amount: number) => postCurrent(browser, `/admin/orders/${id}/payments/book`, { amount })
    expect((await book(1250)).statusCode).toBe(200)
    expect((await book(250)).statusCode).toBe(200)
  })

  it('needs confirmation for a bank transaction or a share of one, too', async () => {
    const [browser, first, second] = [await clerk(), await order(), await order()]
    const text = 'Date,Description,Amount,Id\n11/20/2026,ANA REYES,9000.00,far-1\n'
    const [transactionId] = (await browser.post('/admin/bank-transactions/import', { text })).json().added
    const book = (orders: object[], overrides: object = {}) =>
      postCurrent(browser, `/admin/bank-transactions/${transactionId}/book`, { orders, ...overrides })
    expect((await book([{ order_id: first }])).json().errors).toEqual({ confirmed: expect.any(String) })
    const shares = [
      { order_id: first, amount: 250 },
      { order_id: second, amount: 8750 },
    ]
    expect((await book(shares)).json().errors).toEqual({ confirmed: expect.stringContaining(`order ${second}`) })
    const { rows } = await connection().pool.query('select from payments where order_id = $1', [first])
    expect(rows, 'nothing was booked').toEqual([])
    expect((await book(shares, { confirmed: true })).statusCode).toBe(200)
  })
})
