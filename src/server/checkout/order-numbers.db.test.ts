import { describe, expect, it } from 'vitest'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import { takeOrderNumber } from '#server/orders/write-order.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('order numbers', (connection, engine) => {
  const suite = appForSuite(connection)
  const placeOrder = (placement: Parameters<typeof submit>[2], minimum?: number) =>
    submit(connection().db, suite().services.jobs, placement, minimum)
  const placeNext = async () => {
    const { db } = connection()
    const result = await placeOrder({ cartOwner: await fillCart(db, [await makeProduct(db)]) })
    if (!result.ok) throw new Error(result.refusal.code)
    return Number(result.orderId)
  }
  const createCart = async (stock?: number) =>
    fillCart(connection().db, [await makeProduct(connection().db, { stock })])

  it('are consecutive, even with refused orders in between', async () => {
    const first = await placeNext()
    const submitInvalid = (shipping: object) =>
      ({ ...deliveryForm, shipping: { ...deliveryForm.shipping, ...shipping } }) as PlaceOrder
    const refusals = [
      await placeOrder({ cartOwner: makeToken() }),
      await placeOrder({ cartOwner: undefined }),
      await placeOrder({ cartOwner: await createCart(), form: submitInvalid({ state: 'ZZ' }) }),
      await placeOrder({ cartOwner: await createCart(), form: submitInvalid({ zip: '00000' }) }),
      await placeOrder({
        cartOwner: await createCart(),
        form: { ...deliveryForm, shipping_method: 'air' } as PlaceOrder,
      }),
      await placeOrder({ cartOwner: await createCart(), form: { ...pickupForm, reviewed_total: 0.01 } }),
      await placeOrder({ cartOwner: await createCart() }, 1_000_000),
    ]
    expect(refusals.filter(({ ok }) => ok)).toEqual([])
    expect(await placeNext()).toBe(first + 1)
  })

  it('are not consumed by refused staff orders', async () => {
    const { id } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    const product = await makeProduct(connection().db, { stock: 1 })
    const customer = {
      kind: 'guest',
      first_name: 'Ana',
      last_name: 'Reyes',
      user_email: 'ana@example.com',
      phone_number: '201 555 0100',
    }
    const order = (quantity: number, overrides: object = {}) =>
      browser.post('/admin/orders/place', {
        customer,
        lines: [{ product_id: product.id, quantity }],
        payment_type: 'cash',
        type: 'P',
        ...overrides,
      })
    const first = await placeNext()
    const responses = [
      await order(2),
      await order(1, { reviewed_total: 0.01 }),
      await order(1, { customer: { kind: 'member', user_id: 999_999 } }),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409, 422])
    const completed = await order(1, { paid: true, handed_over: true })
    expect([completed.statusCode, completed.json().id]).toEqual([201, first + 1])
    expect(await placeNext()).toBe(first + 2)
  })

  it('are reused after a transaction that took one fails', async () => {
    const first = await placeNext()
    const failed = inTransaction(connection().db, async (trx) => {
      const { id } = await takeOrderNumber(trx)
      throw new Error(String(id))
    })
    await expect(failed).rejects.toThrow(String(first + 1))
    expect(await placeNext()).toBe(first + 1)
  })

  it('never repeat numbers that an earlier release or another writer took from the sequence', async () => {
    const first = await placeNext()
    const { rows } = await connection().pool.query(`select nextval('orders_id_seq')::int as other`)
    expect(rows[0].other).toBe(first + 1)
    expect([await placeNext(), await placeNext()]).toEqual([first + 2, first + 3])
  })

  describe.runIf(engine === 'postgres')('under concurrency', () => {
    it('have no gap after fifty buyers, some of whom are refused', async () => {
      const { db } = connection()
      const scarce = await makeProduct(db, { stock: 20 })
      const first = await placeNext()
      const carts = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 5 === 0 ? makeToken() : fillCart(db, [scarce]))),
      )
      const results = await Promise.all(
        carts.map((cartOwner, n) => placeOrder({ cartOwner, idempotencyKey: n % 2 === 0 ? `race ${n}` : undefined })),
      )
      const numbers = results.flatMap((result) => (result.ok ? [Number(result.orderId)] : [])).sort((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => first + 1 + n))
      expect(await placeNext()).toBe(first + 21)
    })

    it('have no gap after several concurrent submissions of one key', async () => {
      const { db } = connection()
      const product = await makeProduct(db)
      const first = await placeNext()
      const carts = await Promise.all(Array.from({ length: 8 }, () => fillCart(db, [product])))
      const results = await Promise.all(
        carts.map((cartOwner) => placeOrder({ cartOwner, idempotencyKey: 'shared', visitorId: 'v' })),
      )
      expect(new Set(results.map((result) => result.ok && result.orderId))).toEqual(new Set([first + 1]))
      expect(await placeNext()).toBe(first + 2)
    })
  })
})
