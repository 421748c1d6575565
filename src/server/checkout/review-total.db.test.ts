import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import type { Address } from '#domain/addresses/address.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import { findUserAddress } from '#server/customers/find-user-address.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { presentTotals } from '#server/orders/present-totals.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { address } from '#test/address.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { quoteFromTable } from './quote-shipping.ts'
import { reviewOrder } from './review-order.ts'

const STATES = ['NJ', 'NY', 'CT', 'HI', 'TX'] as const
const ZIPS = ['07631', '10001', '06103', '75001', '96801', '00000']

const shop = fc.record({
  prices: fc.array(fc.record({ priceCents: fc.integer({ min: 0, max: 250_000 }), weightGrams: fc.nat(9000) }), {
    minLength: 1,
    maxLength: 5,
  }),
  quantities: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 5, maxLength: 5 }),
  rates: fc.array(
    fc.record({
      state: fc.constantFrom(...STATES),
      /** A rate of a place in the state, of another state, or of the whole state. */
      zip_prefix: fc.constantFrom('', '', '0', '1', '100', '10001', '07631'),
      milli_percent: fc.integer({ min: 0, max: 100_000 }),
      on: fc.constantFrom('goods', 'shipping', 'both'),
      fromDays: fc.integer({ min: -2, max: 2 }),
    }),
    { maxLength: 8 },
  ),
  counter: fc.record({ state: fc.constantFrom('', ...STATES), zip: fc.constantFrom('', ...ZIPS) }),
  type: fc.constantFrom('P', 'D', 'D'),
  state: fc.constantFrom(...STATES, 'ZZ'),
  zip: fc.constantFrom(...ZIPS),
  method: fc.constantFrom('ground', 'express', 'air', 'pigeon'),
  /** True for a delivery to a saved address instead of an entered one. */
  isSaved: fc.boolean(),
})

/** Creates a user with one saved address. */
async function makeBuyer(db: Database, address: Address) {
  const { id: userId } = await makeUser(db)
  const savedAddress = db
    .insertInto('user_addresses')
    .values({ ...address, user_id: userId })
    .returning('id')
  return { userId, addressId: (await savedAddress.executeTakeFirstOrThrow()).id }
}

databaseTest('the total at review', (connection) => {
  const jobs = jobsForSuite(connection)

  it('is the total that is charged, for any address, rates, method and cart', async () => {
    const { db, pool } = connection()
    let placedCount = 0
    await fc.assert(
      fc.asyncProperty(shop, async ({ prices, quantities, rates, counter, type, state, zip, method, isSaved }) => {
        await pool.query('delete from tax_rates')
        for (const { state: taxedState, zip_prefix, milli_percent, on: taxBase, fromDays } of rates) {
          await pool.query(
            `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
             values ($1, $2, $3, $4, $5, (now() at time zone 'America/New_York')::date + $6::int) on conflict do nothing`,
            [taxedState, zip_prefix, milli_percent, taxBase !== 'shipping', taxBase !== 'goods', fromDays],
          )
        }
        const lines = []
        for (const [i, product] of prices.entries()) {
          lines.push({ id: (await makeProduct(db, product)).id, quantity: quantities[i] as number })
        }
        const enteredAddress = { ...address, state, zip }
        // An address with an unknown state cannot be saved.
        const buyer = isSaved && state !== 'ZZ' ? await makeBuyer(db, enteredAddress) : undefined
        const shipping = buyer ? { address_id: buyer.addressId } : { address_id: 0, ...enteredAddress }
        const cartOwner: CartOwner = buyer
          ? await fillCart(db, lines, { userId: buyer.userId })
          : await fillCart(db, lines)
        const form = (type === 'P' ? pickupForm : { ...deliveryForm, shipping, shipping_method: method }) as PlaceOrder

        const pricing = { quoteShipping: quoteFromTable, counter }
        const choice = form.type === 'P' ? { type: form.type } : { type: form.type, shipping_method: method }
        const destination = (buyer && (await findUserAddress(db, buyer.userId, buyer.addressId))) ?? { state, zip }
        const reviewed = await reviewOrder(db, cartOwner, choice, destination, buyer?.userId, pricing)
        const reviewedTotals = reviewed.ok ? presentTotals(reviewed.price) : undefined
        const result = await submit(
          db,
          jobs(),
          { cartOwner, userId: buyer?.userId, form: { ...form, reviewed_total: reviewedTotals?.order_total } },
          0,
          counter,
        )
        // An order that cannot be placed is refused at review with the same reason.
        if (!reviewed.ok || !result.ok) {
          expect(result).toEqual(reviewed)
          return
        }
        placedCount++
        expect(await findPresentedOrder(db, result.orderId)).toMatchObject(reviewedTotals ?? {})
      }),
      { numRuns: 40 },
    )
    expect(placedCount).toBeGreaterThan(10)
    expect((await verifyShop(db, '/nowhere')).findings).toEqual([])
  })
})
