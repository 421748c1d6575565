import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ChangeWatch, watchChanges } from '#server/platform/database/changes.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeFamily, makeProduct } from '#test/factories.ts'
import { makeDropChanged } from './drop-changed.ts'

databaseTest('writes of this process', (connection, engine) => {
  const suite = appForSuite(connection)
  let watch: ChangeWatch
  const received: string[] = []
  beforeAll(async () => {
    const dropChanged = makeDropChanged(suite().services, (error) => {
      throw error
    })
    watch = await watchChanges(connection(), (tags) => {
      dropChanged(tags)
      received.push(...tags)
    })
  })
  afterAll(() => watch.close())

  /** Own changes arrive twice on PostgreSQL: before the commit returns, and over the connection that only listens. */
  async function waitForTags(): Promise<void> {
    received.length = 0
    await connection().pool.query(`select pg_notify('page_tags', 'settled')`)
    await vi.waitFor(() =>
      expect(received.filter((tag) => tag === 'settled').length).toBe(engine === 'postgres' ? 2 : 1),
    )
  }

  const readPrice = async (id: number) => (await suite().app.inject(`/packages/${id}.json`)).json().price

  test('are in every cached response as soon as they are committed', async () => {
    const { db } = connection()
    const { id } = await makeProduct(db)
    for (let dollars = 10; dollars < 30; dollars++) {
      await inTransaction(db, (trx) =>
        trx
          .updateTable('products')
          .set({ price_cents: dollars * 100 })
          .where('id', '=', id)
          .execute(),
      )
      expect(await readPrice(id)).toBe(dollars)
      // Served from the cache.
      expect(await readPrice(id)).toBe(dollars)
    }
  })

  /** Returns a function that makes a change, and returns which of the products' pages and the listing it dropped. */
  function watchPages(products: Record<string, { id: number }>) {
    const paths = new Map<string, string>([
      ['listing', '/packages.json'],
      ...Object.entries(products).map(([name, { id }]) => [name, `/packages/${id}.json`] as [string, string]),
    ])
    return async function findDropped(change: string, values: unknown[]): Promise<string[]> {
      const { pageCache } = suite().services
      await waitForTags()
      pageCache.invalidate('all')
      for (const path of paths.values()) expect((await suite().app.inject(path)).statusCode).toBe(200)
      const before = pageCache.size
      expect(before).toBe(paths.size)
      await inTransaction(connection().db, (trx) => trx.executeQuery(CompiledQuery.raw(change, values)))
      await waitForTags()
      const dropped: string[] = []
      for (const [name, path] of paths) {
        const size = pageCache.size
        await suite().app.inject(path)
        if (pageCache.size > size) dropped.push(name)
      }
      return dropped
    }
  }

  const sellOut = (stock: number) => `
    insert into stock_movements (product_id, quantity, kind, reason, made_by) values ($1, -${stock}, 'count', 'x', 'x')`

  test('drop only the responses that show a changed product', async () => {
    const { db } = connection()
    const [care, tools] = [await makeCategory(db), await makeCategory(db)]
    const jar = await makeProduct(db, { categoryId: care.id, stock: 50 })
    const kit = await makeProduct(db, { contents: [{ productId: jar.id }] })
    const neighbor = await makeProduct(db, { categoryId: care.id })
    const comb = await makeProduct(db, { categoryId: tools.id })
    const file = await makeProduct(db, { categoryId: tools.id })
    const findDropped = watchPages({ jar, kit, neighbor, comb, file })

    // The page of its package shows it, and so does that of its neighbor in the category.
    const shown = ['listing', 'jar', 'kit', 'neighbor']
    expect(await findDropped('update products set price_cents = 4321 where id = $1', [jar.id])).toEqual(shown)
    expect(await findDropped('update products set stock = 50 where id = $1', [jar.id])).toEqual([])
    expect(
      await findDropped(`insert into product_images (product_id, position, file) values ($1, 0, 'a')`, [jar.id]),
    ).toEqual(shown)
    expect(
      await findDropped(
        `insert into product_documents (product_id, position, kind, title, file) values ($1, 0, 'other', 'A', 'a.pdf')`,
        [comb.id],
      ),
    ).toEqual(['comb'])
    expect(
      await findDropped('insert into product_relations (product_id, related_id, position) values ($1, $2, 0)', [
        comb.id,
        kit.id,
      ]),
    ).toEqual(['comb'])
    // The card of the package says that it is sold out.
    expect(await findDropped(sellOut(50), [jar.id])).toEqual([...shown, 'comb'])
    // Two pages listed the package as related; its own is gone.
    expect(await findDropped(`update products set status = 'archived' where id = $1`, [kit.id])).toEqual([
      ...['listing', 'jar', 'comb'],
    ])
  })

  test('drop the pages of all members of a family, those with its card, and nothing else', async () => {
    const { db } = connection()
    const [polishes, tools, care] = [await makeCategory(db), await makeCategory(db), await makeCategory(db)]
    const family = await makeFamily(db, {
      members: [
        { value: 'Red', categoryId: polishes.id },
        { value: 'Nude', stock: 9 },
        { value: 'Plum', active: false },
      ],
    })
    const [red, nude, plum] = family.products
    if (!red || !nude || !plum) throw new Error('members are missing')
    // Shows the family on the card of its main product.
    const base = await makeProduct(db, { categoryId: polishes.id })
    // Contains a member, and shows nothing of the others.
    const kit = await makeProduct(db, { categoryId: tools.id, contents: [{ productId: red.id }] })
    const cream = await makeProduct(db, { categoryId: care.id })
    const findDropped = watchPages({ red, nude, base, kit, cream })
    const shown = ['listing', 'red', 'nude', 'base']

    expect(await findDropped('update products set price_cents = 4321 where id = $1', [nude.id])).toEqual(shown)
    expect(await findDropped(sellOut(9), [nude.id])).toEqual(shown)
    expect(await findDropped(`update products set swatch = '#112233' where id = $1`, [nude.id])).toEqual(shown)
    expect(await findDropped(`update products set status = 'active' where id = $1`, [plum.id])).toEqual(shown)
    expect(await findDropped(`update product_families set name = 'Lacquer' where id = $1`, [family.id])).toEqual(shown)
    expect(await findDropped('update products set pv = 9 where id = $1', [cream.id])).toEqual(['listing', 'cream'])
    expect(
      await findDropped(
        `insert into products (handle, name, price_cents, pv, family_id, family_position, option_value)
         values ('coral', 'Coral', 100, 0, $1, 4, 'Coral')`,
        [family.id],
      ),
    ).toEqual(shown)
    expect(
      await findDropped(`update products set family_id = null, option_value = '' where id = $1`, [red.id]),
    ).toEqual([...shown, 'kit'])
  })

  test('drop the pages of the category that a new product is in', async () => {
    const { db } = connection()
    const [care, tools] = [await makeCategory(db), await makeCategory(db)]
    const [jar, comb] = [
      await makeProduct(db, { categoryId: care.id }),
      await makeProduct(db, { categoryId: tools.id }),
    ]
    const readRelated = async (id: number) =>
      (await suite().app.inject(`/packages/${id}.json`)).json().related.map((card: { id: number }) => card.id)
    expect([await readRelated(jar.id), await readRelated(comb.id)]).toEqual([[], []])
    const size = suite().services.pageCache.size
    const draft = await makeProduct(db, { categoryId: care.id, active: false })
    expect(suite().services.pageCache.size).toBe(size)
    await db.updateTable('products').set({ status: 'active' }).where('id', '=', draft.id).execute()
    expect([await readRelated(jar.id), await readRelated(comb.id)]).toEqual([[draft.id], []])
  })
})
