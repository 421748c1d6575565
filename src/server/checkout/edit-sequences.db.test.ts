import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { calculateOrderPrice } from '#domain/pricing/order-price.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { clerk, createOrderEdits } from '#test/edits.ts'
import { makeProduct } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'

const PRODUCTS = 4
const STOCK = 40
const product = fc.nat(PRODUCTS - 1)
const step = fc.oneof(
  fc.record({ does: fc.constant('lines' as const), product, quantity: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ does: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ does: fc.constant('percent' as const), milliPercent: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ does: fc.constant('no discount' as const) }),
  fc.record({ does: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 30_000 }) }),
)

databaseTest('an order after any sequence of edits', (connection) => {
  const jobs = jobsForSuite(connection)
  const { edit } = createOrderEdits(connection, jobs)
  const reason = 'A good customer'

  it('has the total of its lines, exactly their stock, and the right payment state', async () => {
    const { db, pool } = connection()
    const sequence = fc.record({
      prices: fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: PRODUCTS, maxLength: PRODUCTS }),
      steps: fc.array(step, { minLength: 1, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(sequence, async ({ prices, steps }) => {
        const products: { id: number }[] = []
        for (const priceCents of prices) products.push(await makeProduct(db, { priceCents, stock: STOCK, pv: 7 }))
        const productId = (index: number) => products[index]?.id ?? 0
        const placement = await submit(db, jobs(), {
          cartOwner: await fillCart(db, [{ id: productId(0), quantity: 3 }]),
        })
        if (!placement.ok) throw new Error(placement.refusal.code)
        const id = placement.orderId
        // A model independent of the code: lines by product in order of addition, and the entered values.
        let lines = [{ product: 0, quantity: 3 }]
        let discount: Parameters<typeof calculateOrderPrice>[0]['discount']
        let received = 0
        for (const one of steps) {
          if (one.does === 'pay') {
            const payment = { orderId: id, amountCents: cents(one.cents), method: 'cash', isConfirmed: true } as const
            await inTransaction(db, (trx) => bookPayment(trx, clerk, payment, createPaymentServices(jobs())))
            received += one.cents
          } else if (one.does === 'lines') {
            const { quantity } = one
            const completedSteps = await edit(id, {
              changes: { lines: [{ productId: productId(one.product), quantity }] },
            })
            if (!completedSteps.ok) continue
            const existingLine = lines.some((line) => line.product === one.product)
            lines = (existingLine ? lines : [...lines, one])
              .map((line) => (line.product === one.product ? { product: line.product, quantity } : line))
              .filter((line) => line.quantity > 0)
          } else {
            const changes =
              one.does === 'amount'
                ? { kind: 'amount' as const, amountCents: cents(one.cents), reason }
                : one.does === 'percent'
                  ? { kind: 'percent' as const, milliPercent: one.milliPercent, reason }
                  : undefined
            const completedSteps = await edit(id, { changes: { discount: changes ?? null } })
            if (completedSteps.ok) discount = changes
          }
          const { totals } = calculateOrderPrice({
            lines: lines.map((line) => ({
              priceCents: cents(prices[line.product] ?? 0),
              quantity: line.quantity,
              unitPv: 7,
              commissionableBp: 10_000,
              taxExempt: false,
            })),
            discount,
            delivery: undefined,
            taxRates: [],
          })
          const order = await findPresentedOrder(db, id)
          expect(order?.products.map((line) => [line.id, line.quantity])).toEqual(
            lines.map((line) => [productId(line.product), line.quantity]),
          )
          expect([order?.order_total, order?.discount, order?.pv]).toEqual([
            totals.totalCents / 100,
            totals.discountCents / 100,
            totals.pv,
          ])
          const amountDue = totals.totalCents - received
          expect(order?.payment_state).toBe(
            amountDue < 0 ? 'overpaid' : amountDue === 0 ? 'paid' : received > 0 ? 'partly_paid' : 'unpaid',
          )
          const { rows } = await pool.query('select stock from products where id = any($1) order by id', [
            products.map((placement) => placement.id),
          ])
          expect(rows.map(({ stock }) => stock)).toEqual(
            prices.map((_, index) => STOCK - (lines.find((line) => line.product === index)?.quantity ?? 0)),
          )
        }
      }),
      { numRuns: 12 },
    )
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
  })
})
