import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { makeToken } from '#server/platform/crypto/token.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart } from '#test/shop.ts'
import { addToCart } from './add-to-cart.ts'
import { presentCart } from './present-cart.ts'
import { removeCartLine } from './remove-cart-line.ts'
import { showCart } from './show-cart.ts'
import { updateCartLine } from './update-cart-line.ts'

databaseTest('the cart', (connection, engine) => {
  const add = (token: string, productId: number, quantity: number) =>
    addToCart(connection().db, token, { productId, quantity })
  const quantities = async (token: string) =>
    (await showCart(connection().db, token)).map(({ product_id, quantity }) => [product_id, quantity])

  it('adds quantities of the same product and uses the current price', async () => {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 1999, pv: 19 })
    const token = await fillCart(db, [
      { id: product.id, quantity: 2 },
      { id: product.id, quantity: 3 },
    ])
    const cart = presentCart(
      await showCart(db, token),
      { minimumSubTotalCents: cents(2500), licenseRule: 'none' },
      null,
    )
    expect(cart).toMatchObject({ quantity: 5, sub_total: 99.95, total: 99.95, pv: 95, minimum_sub_total: 25 })
    expect(cart.line_items).toHaveLength(1)
  })

  it('marks the displayed price as shown, not a price changed in the meantime', async () => {
    const { db, pool } = connection()
    const product = await makeProduct(db, { priceCents: 2000 })
    const token = await fillCart(db, [product])
    const setPrice = (price: number) =>
      pool.query('update products set price_cents = $1 where id = $2', [price, product.id])
    await setPrice(2100)
    // Changes the price after the cart was read and before the displayed price is recorded.
    const changingDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await setPrice(9900)
        return result
      },
    })
    expect(await showCart(changingDb, token)).toMatchObject([{ price_cents: 2100 }])
    expect(await showCart(db, token)).toMatchObject([{ price_cents: 9900, shown_price_cents: 2100 }])
    expect(await showCart(db, token)).toMatchObject([{ price_cents: 9900, shown_price_cents: 9900 }])
  })

  it('is limited to 99 of a product, in one call or in two', async () => {
    const product = await makeProduct(connection().db)
    const token = await fillCart(connection().db, [{ id: product.id, quantity: 98 }])
    expect(await add(token, product.id, 2)).toEqual({ ok: false, refusal: { code: 'over_limit' } })
    expect((await add(token, product.id, 1)).ok).toBe(true)
    expect(await quantities(token)).toEqual([[product.id, 99]])
  })

  it('refuses products that are not for sale, and leaves no cart behind', async () => {
    const { db } = connection()
    const inactive = await makeProduct(db, { active: false })
    const soldOut = await makeProduct(db, { stock: 0 })
    const scarce = await makeProduct(db, { stock: 2 })
    const token = makeToken()
    expect(await add(token, inactive.id, 1)).toEqual({ ok: false, refusal: { code: 'not_for_sale' } })
    expect(await add(token, 2_000_000_000, 1)).toEqual({ ok: false, refusal: { code: 'not_for_sale' } })
    expect(await add(token, soldOut.id, 1)).toEqual({ ok: false, refusal: { code: 'sold_out', remaining: 0 } })
    expect(await add(token, scarce.id, 3)).toEqual({ ok: false, refusal: { code: 'sold_out', remaining: 2 } })
    const { rows } = await connection().pool.query(
      'select count(*)::int as carts from carts where last_used_at >= now()',
    )
    expect(rows[0].carts).toBe(0)
    expect(await quantities(token)).toEqual([])
  })

  it('refuses more of a package than its scarcest component allows', async () => {
    const { db } = connection()
    const [oil, jar] = [await makeProduct(db, { stock: 7 }), await makeProduct(db, { stock: 9 })]
    const contents = [
      { productId: oil.id, quantity: 2 },
      { productId: jar.id },
      { productId: (await makeProduct(db)).id },
    ]
    const kit = await makeProduct(db, { contents })
    const token = await fillCart(db, [{ id: kit.id, quantity: 3 }])
    const soldOut = { ok: false, refusal: { code: 'sold_out', remaining: 3 } }
    expect(await add(token, kit.id, 1)).toEqual(soldOut)
    const [line] = await showCart(db, token)
    const update = (quantity: number) =>
      inTransaction(db, (trx) => updateCartLine(trx, token, { lineId: line?.id ?? 0, quantity }))
    expect(await update(4)).toEqual(soldOut)
    expect((await update(2)).ok).toBe(true)
  })

  it('reports a price changed since the product was added, and uses the current one', async () => {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 1000 })
    const token = await fillCart(db, [product])
    await db.updateTable('products').set({ price_cents: 1250 }).where('id', '=', product.id).execute()
    const cart = presentCart(await showCart(db, token), { minimumSubTotalCents: cents(0), licenseRule: 'none' }, null)
    expect(cart.line_items[0]).toMatchObject({ price: 12.5, previous_price: 10 })
    expect(cart.sub_total).toBe(12.5)
  })

  it('refuses changes to another visitor’s line', async () => {
    const { db } = connection()
    const product = await makeProduct(db)
    const ownerToken = await fillCart(db, [product])
    const [line] = await showCart(db, ownerToken)
    const lineId = line?.id ?? 0
    const otherToken = await fillCart(db, [product])
    const refusal = { ok: false, refusal: { code: 'not_found' } }
    for (const token of [otherToken, makeToken(), '']) {
      expect(await inTransaction(db, (trx) => updateCartLine(trx, token, { lineId, quantity: 9 }))).toEqual(refusal)
      expect(await inTransaction(db, (trx) => removeCartLine(trx, token, lineId))).toEqual(refusal)
    }
    expect(await quantities(ownerToken)).toEqual([[product.id, 1]])
  })

  it('lets visitors change and remove their own lines', async () => {
    const { db } = connection()
    const product = await makeProduct(db, { stock: 5 })
    const token = await fillCart(db, [product])
    const [line] = await showCart(db, token)
    const lineId = line?.id ?? 0
    const update = (quantity: number) => inTransaction(db, (trx) => updateCartLine(trx, token, { lineId, quantity }))
    expect((await update(5)).ok).toBe(true)
    expect(await update(6)).toEqual({ ok: false, refusal: { code: 'sold_out', remaining: 5 } })
    expect(await quantities(token)).toEqual([[product.id, 5]])
    expect((await inTransaction(db, (trx) => removeCartLine(trx, token, lineId))).ok).toBe(true)
    expect(await quantities(token)).toEqual([])
  })

  it('expires after 60 days without use', async () => {
    const { db, pool } = connection()
    const product = await makeProduct(db)
    const token = await fillCart(db, [product])
    await pool.query(`update carts set last_used_at = now() - interval '60 days 1 minute'`)
    expect(await quantities(token)).toEqual([])
  })

  it('is limited to 100 different products', async () => {
    const { db, pool } = connection()
    const token = await fillCart(db, [await makeProduct(db)])
    await pool.query(`with made as (insert into products (handle, name, price_cents, pv)
        select 'bulk-' || n, 'Bulk ' || n, 100, 1 from generate_series(1, 99) n returning id)
      insert into cart_line_items (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
        select (select max(id) from carts), id, 1, 100, 100 from made`)
    expect(await add(token, (await makeProduct(db)).id, 1)).toEqual({ ok: false, refusal: { code: 'cart_full' } })
  })

  describe.runIf(engine === 'postgres')('from two tabs at once', () => {
    it('adds both quantities, up to 99', async () => {
      const product = await makeProduct(connection().db)
      const token = await fillCart(connection().db, [{ id: product.id, quantity: 90 }])
      const results = await Promise.all(Array.from({ length: 12 }, () => add(token, product.id, 1)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(9)
      expect(await quantities(token)).toEqual([[product.id, 99]])
    })
  })
})
