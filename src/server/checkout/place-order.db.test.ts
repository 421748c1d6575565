import { describe, expect, it } from 'vitest'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import { cents } from '#domain/money/money.ts'
import { presentCart } from '#server/cart/present-cart.ts'
import { showCart } from '#server/cart/show-cart.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { address } from '#test/address.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { countStock } from '#test/stock.ts'

databaseTest('placing an order', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const placeOrder = (placement: Parameters<typeof submit>[2], minimum?: number) =>
    submit(connection().db, jobs(), placement, minimum)
  const submitOrder = async (placement: Parameters<typeof submit>[2]) => {
    const result = await placeOrder(placement)
    if (!result.ok) throw new Error(result.refusal.code)
    // The response contains the written order without reading it again.
    if (result.order) {
      expect(presentOrder(result.order)).toEqual(await findPresentedOrder(connection().db, result.orderId))
    }
    return result.orderId
  }
  const count = async (table: string) =>
    (await connection().pool.query(`select count(*)::int as n from ${table}`)).rows[0].n

  it('delivers: sub-total, insurance and shipping add up to the total, and the cart is empty', async () => {
    const { db } = connection()
    const masque = await makeProduct(db, { priceCents: 7085, pv: 70, weightGrams: 454, stock: 10 })
    const kit = await makeProduct(db, { priceCents: 12_915, pv: 100, commissionableBp: 5000, weightGrams: 0 })
    const cartOwner = await fillCart(db, [masque, kit])
    const order = await findPresentedOrder(db, await submitOrder({ cartOwner, form: deliveryForm }))
    expect(order).toMatchObject({
      status: 'processing',
      type: 'D',
      sub_total: 200,
      insurance: 4.5,
      shipping_price: 7.3,
      tax: 0,
      order_total: 211.8,
      pv: 170,
      shipping_description: 'Ground: Arrives 2-4 Days',
      products: [
        { price: 70.85, quantity: 1 },
        { price: 129.15, total_price: 129.15 },
      ],
      addresses: [
        { ...address, full_address: expect.stringContaining('Studio<br>1 Main Street<br>Suite 2<br>Englewood') },
      ],
    })
    expect(order?.id).toBeGreaterThan(100_000)
    expect(await showCart(db, cartOwner)).toEqual([])
    const stored = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order?.id as never)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ pv: 170, cv_cents: 7085 + 6458 })
    const { stock } = await db
      .selectFrom('products')
      .select('stock')
      .where('id', '=', masque.id)
      .executeTakeFirstOrThrow()
    expect(stock).toBe(9)
  })

  const readStock = async (...ids: number[]) => {
    const { rows } = await connection().pool.query('select id, stock from products where id = any($1)', [ids])
    return ids.map((id) => rows.find((row) => row.id === id)?.stock)
  }

  it('takes a package from the stock of its components, with one movement for each', async () => {
    const { db, pool } = connection()
    const [oil, jar] = [await makeProduct(db, { stock: 10 }), await makeProduct(db, { stock: 10 })]
    const card = await makeProduct(db)
    const kit = await makeProduct(db, {
      contents: [{ productId: oil.id, quantity: 2 }, { productId: card.id }, { productId: jar.id }],
    })
    const id = await submitOrder({ cartOwner: await fillCart(db, [oil, { id: kit.id, quantity: 3 }, card]) })
    expect(await readStock(oil.id, jar.id, card.id, kit.id)).toEqual([3, 7, null, null])
    const { rows } = await pool.query(
      `select line_position as line, product_id, quantity, line_quantity as pieces, kind, made_by
         from stock_movements where order_id = $1 order by line_position, product_id`,
      [id],
    )
    const movement = { kind: 'order', made_by: 'customer' }
    expect(rows).toEqual([
      { line: 0, product_id: oil.id, quantity: -1, pieces: 1, ...movement },
      { line: 1, product_id: oil.id, quantity: -6, pieces: 3, ...movement },
      { line: 1, product_id: jar.id, quantity: -3, pieces: 3, ...movement },
    ])
  })

  it('refuses lines that share a component with too little stock for both', async () => {
    const { db } = connection()
    const oil = await makeProduct(db, { stock: 3 })
    const kit = await makeProduct(db, { name: 'Oil kit', contents: [{ productId: oil.id, quantity: 2 }] })
    const cartOwner = await fillCart(db, [{ id: oil.id, quantity: 2 }, kit])
    expect(
      presentCart(await showCart(db, cartOwner), { minimumSubTotalCents: cents(0), licenseRule: 'none' }, null)
        .line_items,
    ).toMatchObject([{ available: true }, { available: false }])
    expect(await placeOrder({ cartOwner })).toEqual({
      ok: false,
      refusal: { code: 'not_available', productName: 'Oil kit', remaining: 0 },
    })
    expect(await readStock(oil.id)).toEqual([3])
  })

  it('picks up: nothing is shipped or insured', async () => {
    const { db } = connection()
    const cartOwner = await fillCart(db, [await makeProduct(db, { priceCents: 123_456 })])
    const order = await findPresentedOrder(db, await submitOrder({ cartOwner }))
    expect(order).toMatchObject({ type: 'P', shipping_price: 0, insurance: 0, order_total: 1234.56, addresses: [] })
    const free = await fillCart(db, [await makeProduct(db, { priceCents: 0 })])
    expect(await findPresentedOrder(db, await submitOrder({ cartOwner: free }))).toMatchObject({
      payment_state: 'paid',
    })
  })

  const addRate = (
    state: string,
    milliPercent: number,
    taxBase: 'goods' | 'shipping' | 'both',
    fromDays = 0,
    zipPrefix = '',
  ) =>
    connection().pool.query(
      `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
       values ($1, $2, $3, $4, $5, (now() at time zone 'America/New_York')::date + $6::int)`,
      [state, zipPrefix, milliPercent, taxBase !== 'shipping', taxBase !== 'goods', fromDays],
    )
  const deliverTo = (state: string, zip: string) =>
    ({ ...deliveryForm, shipping: { ...deliveryForm.shipping, state, zip } }) as PlaceOrder

  it('taxes the goods at the destination’s rate', async () => {
    const { db } = connection()
    await addRate('NY', 8880, 'goods')
    const cartOwner = await fillCart(db, [await makeProduct(db, { priceCents: 10_050 })])
    const order = await findPresentedOrder(db, await submitOrder({ cartOwner, form: deliverTo('NY', '10001') }))
    expect(order).toMatchObject({ tax: 8.92, order_total: 100.5 + 3.4 + 7.3 + 8.92 })
  })

  it('taxes shipping and insurance if the rate covers them, and stores rate and base with the order', async () => {
    const { db, pool } = connection()
    await addRate('CT', 6350, 'both', -1)
    await addRate('CT', 50_000, 'both', 1)
    const cartOwner = await fillCart(db, [await makeProduct(db, { priceCents: 10_050 })])
    const id = await submitOrder({ cartOwner, form: deliverTo('CT', '06103') })
    // 6.35% of 100.50 + 3.40 + 8.40
    expect(await findPresentedOrder(db, id)).toMatchObject({
      tax: 7.13,
      order_total: 119.43,
      taxes: [{ state: 'CT', percent: 6.35, base: 112.3, tax: 7.13 }],
    })
    await expect(pool.query(`update order_taxes set tax_cents = 0 where order_id = ${id}`)).rejects.toThrow(
      'never change',
    )
  })

  it('taxes a pickup by the counter’s state, and not at all if the shop has none', async () => {
    const { db } = connection()
    await addRate('PA', 6000, 'both')
    const product = await makeProduct(db, { priceCents: 10_050 })
    const readTax = async (state: string, zip = '') => {
      const result = await submit(db, jobs(), { cartOwner: await fillCart(db, [product]) }, 0, { state, zip })
      if (!result.ok) throw new Error(result.refusal.code)
      return (await findPresentedOrder(db, result.orderId))?.tax
    }
    expect(await readTax('PA')).toBe(6.03)
    expect(await readTax('')).toBe(0)
    await addRate('PA', 8000, 'goods', 0, '191')
    expect(await readTax('PA', '19103')).toBe(8.04)
    expect(await readTax('PA', '15201')).toBe(6.03)
  })

  it('taxes by the longest ZIP prefix with a current rate, and stores the prefix', async () => {
    const { db, pool } = connection()
    await addRate('IL', 6250, 'goods')
    await addRate('IL', 9000, 'goods', 0, '60')
    await addRate('IL', 10_250, 'goods', -1, '606')
    await addRate('IL', 10_500, 'goods', 0, '606')
    await addRate('IL', 99_000, 'goods', 1, '60601')
    // Same prefix, but in another state.
    await addRate('WI', 5000, 'goods', 0, '60')
    const product = await makeProduct(db, { priceCents: 10_000 })
    const taxed = async (zip: string) => {
      const id = await submitOrder({ cartOwner: await fillCart(db, [product]), form: deliverTo('IL', zip) })
      const { rows } = await pool.query('select zip_prefix from order_taxes where order_id = $1', [id])
      const order = await findPresentedOrder(db, id)
      return [rows[0].zip_prefix, order?.tax, order?.taxes[0]?.percent]
    }
    expect(await taxed('60601')).toEqual(['606', 10.5, 10.5])
    expect(await taxed('60101')).toEqual(['60', 9, 9])
    expect(await taxed('62701')).toEqual(['', 6.25, 6.25])
  })

  it('taxes by the state of the ZIP, not by the state entered', async () => {
    const { db } = connection()
    await addRate('MA', 6250, 'goods')
    await addRate('NH', 1000, 'goods')
    const product = await makeProduct(db, { priceCents: 10_000 })
    const taxed = async (state: string, zip: string) => {
      const id = await submitOrder({ cartOwner: await fillCart(db, [product]), form: deliverTo(state, zip) })
      return (await findPresentedOrder(db, id))?.taxes.map((tax) => [tax.state, tax.tax])
    }
    expect(await taxed('NH', '02108')).toEqual([['MA', 6.25]])
    expect(await taxed('MA', '02108')).toEqual([['MA', 6.25]])
    expect(await taxed('NH', '03060')).toEqual([['NH', 1]])
  })

  it('charges only the total that was reviewed', async () => {
    const { db } = connection()
    const cartOwner = await fillCart(db, [await makeProduct(db, { priceCents: 10_000 })])
    const form = { ...deliverTo('OH', '44101'), reviewed_total: 114.1 }
    await addRate('OH', 5750, 'goods')
    const before = await count('orders')
    expect(await placeOrder({ cartOwner, form, idempotencyKey: 'reviewed' })).toEqual({
      ok: false,
      refusal: { code: 'total_changed', reviewedCents: 11_410, totalCents: 11_985 },
    })
    expect(await count('orders')).toBe(before)
    const accepted = await submitOrder({
      cartOwner,
      form: { ...form, reviewed_total: 119.85 },
      idempotencyKey: 'reviewed',
    })
    expect(await findPresentedOrder(db, accepted)).toMatchObject({ order_total: 119.85 })
  })

  it('copies name, price, PV and CV, so that later product edits do not change the order', async () => {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 5000, pv: 50 })
    const id = await submitOrder({ cartOwner: await fillCart(db, [product]) })
    const before = await findPresentedOrder(db, id)
    await db
      .updateTable('products')
      .set({ price_cents: 1, pv: 0, name: 'Other' })
      .where('id', '=', product.id)
      .execute()
    expect(await findPresentedOrder(db, id)).toEqual(before)
  })

  it('queues one mail to the customer and one to the shop, or none at all', async () => {
    const { db } = connection()
    const mails = async () => count(`pgboss.job where name = 'mail'`)
    const before = await mails()
    await submitOrder({ cartOwner: await fillCart(db, [await makeProduct(db)]) })
    expect(await mails()).toBe(before + 2)
    await placeOrder({ cartOwner: await fillCart(db, [await makeProduct(db)]) }, 999_999)
    expect(await mails()).toBe(before + 2)
  })

  describe('refuses, stores nothing and keeps the cart for', () => {
    const expectRefused = async (
      change: { form?: PlaceOrder; minimum?: number; before?: (id: number) => Promise<unknown> },
      code: string,
    ) => {
      const { db } = connection()
      const product = await makeProduct(db, { priceCents: 2000, stock: 3 })
      const cartOwner = await fillCart(db, [{ id: product.id, quantity: 2 }])
      await change.before?.(product.id)
      const orders = await count('orders')
      const result = await placeOrder(
        { cartOwner, form: change.form ?? pickupForm, idempotencyKey: `key-${product.id}` },
        change.minimum,
      )
      expect(result).toMatchObject({ ok: false, refusal: { code } })
      expect(await count('orders')).toBe(orders)
      expect(await showCart(db, cartOwner)).toHaveLength(1)
      return { cartOwner, key: `key-${product.id}` }
    }
    const change = (setSetting: string) => (id: number) =>
      connection().pool.query(`update products set ${setSetting} where id = ${id}`)

    it('a sub-total under the minimum', () => expectRefused({ minimum: 4001 }, 'under_minimum'))
    it('a product with too little stock', () =>
      expectRefused({ before: (id) => connection().pool.query(countStock(id, 1)) }, 'not_available'))
    it('a product that is no longer sold', () => expectRefused({ before: change('active = false') }, 'not_available'))
    it('a ZIP that is not served', () =>
      expectRefused(
        { form: { ...deliveryForm, shipping: { ...deliveryForm.shipping, zip: '00000' } } as PlaceOrder },
        'zip_not_served',
      ))
    it('a method not offered for the ZIP', () =>
      expectRefused({ form: { ...deliveryForm, shipping_method: 'air' } as PlaceOrder }, 'method_not_offered'))
    it('an unknown state', () =>
      expectRefused(
        { form: { ...deliveryForm, shipping: { ...deliveryForm.shipping, state: 'ZZ' } } as PlaceOrder },
        'state_not_found',
      ))
    it('a card, since cards are not accepted', () =>
      expectRefused(
        {
          form: {
            ...pickupForm,
            payment: {
              payment_type: 'card',
              card_holder_name: 'Ana Reyes',
              card_type: 'Visa',
              card_number: '4111111111111111',
              expire_year: '2030',
              expire_month: '1',
              ccv: '123',
              billing_zip: '07631',
            },
          },
        },
        'card_not_offered',
      ))
    it('a price not shown yet, until the cart shows it; the key stays usable', async () => {
      const { cartOwner, key } = await expectRefused({ before: change('price_cents = 2100') }, 'price_changed')
      await showCart(connection().db, cartOwner)
      expect((await placeOrder({ cartOwner, idempotencyKey: key })).ok).toBe(true)
    })
    it('an empty cart or none', async () => {
      expect(await placeOrder({ cartOwner: makeToken() })).toEqual({ ok: false, refusal: { code: 'cart_empty' } })
      expect(await placeOrder({ cartOwner: undefined })).toEqual({ ok: false, refusal: { code: 'cart_empty' } })
    })
  })

  describe('submitted again', () => {
    it('with the same key returns the same order, and is refused with a different form', async () => {
      const { db } = connection()
      const cartOwner = await fillCart(db, [await makeProduct(db)])
      const first = await submitOrder({ cartOwner, idempotencyKey: 'again' })
      expect(await submitOrder({ cartOwner, idempotencyKey: 'again' })).toBe(first)
      expect(
        await placeOrder({ cartOwner, idempotencyKey: 'again', form: { ...pickupForm, comments: 'other' } }),
      ).toEqual({
        ok: false,
        refusal: { code: 'key_reused' },
      })
    })

    it('with another visitor’s key is a separate order', async () => {
      const { db } = connection()
      const product = await makeProduct(db)
      const firstVisitorOrder = await submitOrder({
        cartOwner: await fillCart(db, [product]),
        idempotencyKey: 'mine',
        visitorId: 'a',
      })
      const secondVisitorOrder = await submitOrder({
        cartOwner: await fillCart(db, [product]),
        idempotencyKey: 'mine',
        visitorId: 'b',
      })
      expect(secondVisitorOrder).not.toBe(firstVisitorOrder)
    })

    it('with a key older than a day is a new order', async () => {
      const { db, pool } = connection()
      const product = await makeProduct(db)
      const first = await submitOrder({ cartOwner: await fillCart(db, [product]), idempotencyKey: 'old' })
      await pool.query(`update idempotency_keys set created_at = now() - interval '25 hours'`)
      expect(await submitOrder({ cartOwner: await fillCart(db, [product]), idempotencyKey: 'old' })).not.toBe(first)
    })

    it('without a key finds an empty cart; once refilled, it is a new order', async () => {
      const { db } = connection()
      const product = await makeProduct(db)
      const cartOwner = await fillCart(db, [product])
      const first = await submitOrder({ cartOwner })
      expect(await placeOrder({ cartOwner })).toEqual({ ok: false, refusal: { code: 'cart_empty' } })
      await fillCart(db, [product], cartOwner)
      expect(await submitOrder({ cartOwner })).toBeGreaterThan(first)
    })
  })

  describe.runIf(engine === 'postgres')('under concurrency', () => {
    it('places one cart once, for any number of submissions with or without a key', async () => {
      const { db } = connection()
      const product = await makeProduct(db, { stock: 1000 })
      for (const idempotencyKey of ['race', undefined]) {
        const cartOwner = await fillCart(db, [product])
        const before = await count('orders')
        const results = await Promise.all(Array.from({ length: 20 }, () => placeOrder({ cartOwner, idempotencyKey })))
        expect(await count('orders')).toBe(before + 1)
        const ids = new Set(results.flatMap((result) => (result.ok ? [result.orderId] : [])))
        expect(ids.size).toBe(1)
        if (idempotencyKey) expect(results.every(({ ok }) => ok)).toBe(true)
      }
    })

    it('sells the last five to five of sixteen buyers and informs the others', async () => {
      const { db } = connection()
      const last = await makeProduct(db, { stock: 5 })
      const other = await makeProduct(db, { stock: 100 })
      const carts = await Promise.all(
        Array.from({ length: 16 }, (_, n) => fillCart(db, n % 2 ? [last, other] : [other, last])),
      )
      const results = await Promise.all(carts.map((cartOwner) => placeOrder({ cartOwner })))
      expect(results.filter(({ ok }) => ok)).toHaveLength(5)
      for (const result of results) if (!result.ok) expect(result.refusal.code).toBe('not_available')
      const rows = await db
        .selectFrom('products')
        .select(['stock'])
        .where('id', 'in', [last.id, other.id])
        .orderBy('id')
        .execute()
      expect(rows.map(({ stock }) => stock)).toEqual([0, 95])
    })

    it('sells the last component once to fifty buyers of two packages and informs the others', async () => {
      const { db } = connection()
      const [last, plenty] = [await makeProduct(db, { stock: 1 }), await makeProduct(db, { stock: 100 })]
      const kits = [
        await makeProduct(db, { contents: [{ productId: last.id }, { productId: plenty.id }] }),
        await makeProduct(db, { contents: [{ productId: plenty.id, quantity: 2 }, { productId: last.id }] }),
      ]
      const carts = await Promise.all(
        Array.from({ length: 50 }, (_, n) => fillCart(db, [kits[n % 2] as { id: number }])),
      )
      const results = await Promise.all(carts.map((cartOwner) => placeOrder({ cartOwner })))
      const winner = results.findIndex(({ ok }) => ok)
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      for (const result of results)
        if (!result.ok) expect(result.refusal).toMatchObject({ code: 'not_available', remaining: 0 })
      expect(await readStock(last.id, plenty.id)).toEqual([0, winner % 2 ? 98 : 99])
    })

    it('gives two carts of one visitor with the same key one order', async () => {
      const { db } = connection()
      const product = await makeProduct(db)
      const carts = await Promise.all(Array.from({ length: 8 }, () => fillCart(db, [product])))
      const before = await count('orders')
      const results = await Promise.all(
        carts.map((cartOwner) => placeOrder({ cartOwner, idempotencyKey: 'shared', visitorId: 'v' })),
      )
      expect(new Set(results.map((result) => result.ok && result.orderId)).size).toBe(1)
      expect(await count('orders')).toBe(before + 1)
    })
  })
})
