import { expect, it } from 'vitest'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import { cents } from '#domain/money/money.ts'
import { showCart } from '#server/cart/show-cart.ts'
import { applyScheduledChanges } from '#server/catalog/apply-scheduled-changes.ts'
import { newProduct } from '#server/catalog/editing/new-product.ts'
import { addProduct, saveProducts } from '#server/catalog/editing/save-products.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { postgresTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'

const BUYERS = 50
const actor = { kind: 'command_line', by: 'ana@shop.example' } as const

postgresTest('changes of products while they are bought', (connection) => {
  const jobs = jobsForSuite(connection)
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const save = (id: number, changes: Partial<ProductContent>, expectedVersion?: number) =>
    inTransaction(connection().db, (trx) =>
      saveProducts(trx, actor, [{ id, changes, expectedVersion }], { source: 'edit' }),
    )

  /** Reviews the cart and submits it, again after each refusal because of a change. Returns the refusals. */
  async function buy(id: number): Promise<{ refusals: string[]; orderId?: number; reviewed?: number }> {
    const { db } = connection()
    const cartOwner = await fillCart(db, [{ id }])
    const refusals: string[] = []
    for (let attempt = 0; attempt < BUYERS; attempt++) {
      const [line] = await showCart(db, cartOwner)
      if (!line) throw new Error('the cart is empty')
      const form = { ...pickupForm, reviewed_total: line.price_cents / 100 }
      const result = await submit(db, jobs(), { cartOwner, form })
      if (result.ok) return { refusals, orderId: result.orderId, reviewed: line.price_cents / 100 }
      refusals.push(result.refusal.code)
      if (result.refusal.code === 'not_available') return { refusals }
    }
    throw new Error(`a buyer gave up: ${refusals.join(', ')}`)
  }
  const buyAll = (id: number) => Promise.all(Array.from({ length: BUYERS }, () => buy(id)))
  async function expectReviewedPrices(bought: Awaited<ReturnType<typeof buyAll>>) {
    for (const { orderId, reviewed, refusals } of bought) {
      if (orderId !== undefined) {
        const order = await findPresentedOrder(connection().db, orderId)
        expect([order?.order_total, order?.products[0]?.price]).toEqual([reviewed, reviewed])
      }
      expect(['price_changed', 'total_changed', 'not_available']).toEqual(expect.arrayContaining(refusals))
    }
  }

  it.each([1000, null])(
    'orders have the price that was reviewed while it changes, with a stock of %s',
    async (stock) => {
      const { id } = await makeProduct(connection().db, { priceCents: 2000, stock })
      const changing = (async () => {
        for (let n = 1; n <= 20; n++) expect(await save(id, { price_cents: 2000 + n })).toMatchObject({ ok: true })
      })()
      const bought = await buyAll(id)
      await changing
      await expectReviewedPrices(bought)
      expect(bought.filter(({ orderId }) => orderId !== undefined)).toHaveLength(BUYERS)
    },
  )

  it('buyers of a product that is archived ordered it before, or are refused', async () => {
    const { id } = await makeProduct(connection().db, { stock: 1000 })
    const carts = await Promise.all(Array.from({ length: BUYERS }, () => fillCart(connection().db, [{ id }])))
    const [results] = await Promise.all([
      Promise.all(carts.map((cartOwner) => submit(connection().db, jobs(), { cartOwner }))),
      save(id, { status: 'archived' }),
    ])
    const refusals = results.flatMap((result) => (result.ok ? [] : [result.refusal.code]))
    expect(refusals).toEqual(refusals.map(() => 'not_available'))
    const cartOwner = carts[results.findIndex(({ ok }) => !ok)]
    if (cartOwner) expect(await submit(connection().db, jobs(), { cartOwner })).toMatchObject({ ok: false })
    expect(await query('select stock from products where id = $1', [id])).toEqual([
      { stock: 1000 - results.filter(({ ok }) => ok).length },
    ])
  })

  it('orders around the beginning and the end of a sale have the price of their instant', async () => {
    const { id } = await makeProduct(connection().db, { priceCents: 2000, stock: 1000 })
    await query(
      `update products set sale_price_cents = 1500, sale_from = now() + interval '100 ms', sale_until = now() + interval '300 ms'
        where id = $1`,
      [id],
    )
    let isOver = false
    const applying = (async () => {
      while (!isOver) await applyScheduledChanges(connection().db)
    })()
    const bought: Awaited<ReturnType<typeof buyAll>> = []
    const isSaleOver = async () =>
      (await query('select sale_until < now() as over from products where id = $1', [id]))[0].over
    while (!(await isSaleOver())) {
      bought.push(...(await Promise.all(Array.from({ length: 10 }, () => buy(id)))))
    }
    bought.push(await buy(id))
    isOver = true
    await applying
    await expectReviewedPrices(bought)
    const wrong = await query(
      `select orders.created_at, line.price_cents from orders join order_lines line on line.order_id = orders.id
         join products p on p.id = line.product_id
        where p.id = $1 and line.price_cents <> selling_price(p.price_cents, p.sale_price_cents, p.sale_from, p.sale_until, orders.created_at)`,
      [id],
    )
    expect(wrong).toEqual([])
    expect(new Set(bought.map(({ reviewed }) => reviewed))).toEqual(new Set([20, 15]))
    await applyScheduledChanges(connection().db)
    expect(await query('select selling_price_cents as price from products where id = $1', [id])).toEqual([
      { price: 2000 },
    ])
  })

  it('the second of two editors is refused', async () => {
    const { id } = await makeProduct(connection().db)
    for (let version = 1; version <= 10; version++) {
      const results = await Promise.all([
        save(id, { pv: version + 100 }, version),
        save(id, { pv: version + 200 }, version),
      ])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const stale = results.flatMap((result) => (result.ok ? [] : result.refusal.refusals))
      expect(stale).toEqual([{ code: 'stale', index: 0 }])
    }
    expect(
      await query('select count(*)::int, max(version) as last from product_versions where product_id = $1', [id]),
    ).toEqual([{ count: 11, last: 11 }])
  })

  it('bulk changes and orders of the same products never deadlock', async () => {
    const { db } = connection()
    const products = await Promise.all(
      Array.from({ length: 20 }, () => makeProduct(db, { stock: 1000, priceCents: 2000 })),
    )
    const ids = products.map(({ id }) => id)
    const shuffle = (n: number) => ids.toSorted((a, b) => ((a * (2 * n + 3)) % 31) - ((b * (2 * n + 3)) % 31))
    const carts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fillCart(
          db,
          shuffle(n)
            .slice(0, 8)
            .map((id) => ({ id })),
        ),
      ),
    )
    let attempts = 0
    const [saved, placed] = await Promise.all([
      Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          inTransaction(db, (trx) => {
            attempts++
            const edits = shuffle(n).map((id) => ({ id, changes: { pv: n + 1 } }))
            return saveProducts(trx, actor, edits, { source: 'bulk' })
          }),
        ),
      ),
      Promise.all(carts.map((cartOwner) => submit(db, jobs(), { cartOwner }))),
    ])
    expect([saved.filter(({ ok }) => ok).length, placed.filter(({ ok }) => ok).length]).toEqual([10, 20])
    expect(attempts, 'a deadlock runs the work again').toBe(10)
  })

  it('twenty requests with one creation key add one product', async () => {
    const creationKey = crypto.randomUUID()
    const content = newProduct('Lash primer', cents(1200))
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        inTransaction(connection().db, (trx) => addProduct(trx, actor, { content, stock: 5, creationKey })),
      ),
    )
    expect(new Set(results.map((result) => (result.ok ? result.id : result.refusal.code))).size).toBe(1)
    expect(await query(`select handle, stock from products where name = 'Lash primer'`)).toEqual([
      { handle: 'lash-primer', stock: 5 },
    ])
    // Without a key each is another product, with its own handle.
    const others = await Promise.all(
      Array.from({ length: 5 }, () =>
        inTransaction(connection().db, (trx) => addProduct(trx, actor, { content, stock: null })),
      ),
    )
    expect(others.every(({ ok }) => ok)).toBe(true)
    expect(
      await query(`select count(distinct handle)::int as handles from products where name = 'Lash primer'`),
    ).toEqual([{ handles: 6 }])
  })
})
