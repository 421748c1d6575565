import { beforeAll, describe, expect, it } from 'vitest'
import { SORTS } from '#contract/base/limits.ts'
import { ListingQuery } from '#contract/catalog/calls.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeFamily, makeProduct } from '#test/factories.ts'
import { listFeatured } from './list-featured.ts'
import { listProducts } from './list-products.ts'
import { presentCard, presentProduct } from './present-product.ts'
import { findProduct, findRelated } from './product.queries.ts'
import { findSitemapProducts } from './sitemap.queries.ts'

type Family = Awaited<ReturnType<typeof makeFamily>>

function productOf({ products }: Family, position: number): ProductId {
  const product = products[position]
  if (!product) throw new Error(`no member ${position}`)
  return product.id
}
const main = (family: Family) => productOf(family, 0)
const idsOf = ({ products }: Family) => products.map(({ id }) => id)

databaseTest('families in the shop', (connection) => {
  const list = async (query: Record<string, string> = {}) => {
    const listing = await listProducts(connection().db, ListingQuery.parse(query))
    return { ...listing, ids: listing.data.map(({ id }) => id) }
  }
  const readPages = async (query: Record<string, string>) => {
    const { page_count } = await list(query)
    const pages = await Promise.all(
      Array.from({ length: page_count }, (_, i) => list({ ...query, page: String(i + 1) })),
    )
    return pages.flatMap(({ data }) => data)
  }
  let polish: Family
  let mini: ProductId
  let serums: Family
  let baseCoat: ProductId
  let tonic: ProductId

  beforeAll(async () => {
    const { db } = connection()
    const nails = await makeCategory(db, { name: 'Nails', position: 1 })
    const minis = await makeCategory(db, { name: 'Minis', position: 2 })
    await db.updateTable('categories').set({ parent_id: nails.id }).where('id', '=', minis.id).execute()
    const skin = await makeCategory(db, { name: 'Skin', position: 3 })
    const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))
    polish = await makeFamily(db, {
      ...{ name: 'Gel Polish', categoryId: nails.id, priceCents: 1800, createdAt: onDay(4) },
      members: [
        { value: 'Red', swatch: '#aa0000', sku: 'GP-RED', descriptionHtml: '<p>Not nude at all.</p>' },
        { value: 'Nude', swatch: '#ddbb99', barcode: '4006381333931' },
        { value: 'Plum', priceCents: 1200, stock: 0 },
        { value: 'Draft', priceCents: 100, active: false },
        { value: 'Mini', priceCents: 600, categoryId: minis.id },
      ],
    })
    mini = productOf(polish, 4)
    serums = await makeFamily(db, {
      ...{ name: 'Serum', optionName: 'Size', categoryId: skin.id, createdAt: onDay(3) },
      members: Array.from({ length: 200 }, (_, i) => ({ value: `${i + 1} ml`, priceCents: 2200 - i })),
    })
    const single = async (name: string, priceCents: number, categoryId: typeof skin.id, day: number) =>
      (await makeProduct(db, { name, priceCents, categoryId, createdAt: onDay(day) })).id
    baseCoat = await single('Base Coat', 1500, nails.id, 2)
    tonic = await single('Tonic', 3000, skin.id, 1)
  })

  it('have one card, which counts once in each category and those above', async () => {
    const { ids, total, all_total, page_count, categories } = await list()
    expect(ids).toEqual([main(polish), main(serums), baseCoat, tonic])
    expect({ total, all_total, page_count }).toEqual({ total: 4, all_total: 4, page_count: 1 })
    expect(categories).toMatchObject([
      { slug: 'nails', name: 'Nails', total: 2 },
      { slug: 'minis', name: 'Minis', total: 1 },
      { slug: 'skin', name: 'Skin', total: 2 },
    ])
    expect((await list({ category: 'nails' })).ids).toEqual([main(polish), baseCoat])
    expect((await list({ category: 'minis' })).ids).toEqual([mini])
  })

  it('are sorted by their lowest price, and lead to the main product', async () => {
    expect((await list({ sort: 'price' })).ids).toEqual([main(polish), baseCoat, main(serums), tonic])
    expect((await list({ sort: 'price-desc' })).ids).toEqual([tonic, main(serums), baseCoat, main(polish)])
    expect((await list({ sort: 'price', category: 'minis' })).ids).toEqual([mini])
    expect((await list({ sort: 'price', q: 'gel base', exact: '1' })).ids).toEqual([])
  })

  it('show the figures of the members in the list', async () => {
    const [card] = (await list()).data
    expect(card).toMatchObject({
      ...{ name: 'Gel Polish Red', price: 18 },
      family: {
        ...{ id: polish.id, name: 'Gel Polish', members: 4, options: '4 shades', option: 'a shade' },
        ...{ from_price: 6, sold_out: false, swatches: ['#aa0000', '#ddbb99'] },
      },
    })
    const [only] = (await list({ category: 'minis' })).data
    expect(only?.family).toMatchObject({ members: 1, from_price: null, swatches: [] })
    expect((await list({ category: 'skin' })).data.map(({ family }) => family?.options)).toEqual([
      '200 sizes',
      undefined,
    ])
  })

  it.each([
    ['gel polish', 'Red'],
    ['polish', 'Red'],
    ['gel polish nude', 'Nude'],
    ['nude', 'Nude'],
    ['4006381333931', 'Nude'],
    ['GP-RED', 'Red'],
    ['plum', 'Plum'],
    ['draft', undefined],
  ])('are found by %j, at the member that matches best', async (q, value) => {
    const { data, total, all_total, categories } = await list({ q })
    expect(data.map(({ name }) => name)).toEqual(value === undefined ? [] : [`Gel Polish ${value}`])
    expect([total, all_total]).toEqual(value === undefined ? [0, 0] : [1, 1])
    expect(categories.find(({ slug }) => slug === 'nails')?.total).toBe(value === undefined ? undefined : 1)
  })

  it('are found once among 200 matches, by the lowest price', async () => {
    const { ids, total, data } = await list({ q: 'serum', sort: 'price' })
    expect([ids, total, data[0]?.family?.from_price]).toEqual([[main(serums)], 1, 20.01])
    expect((await list({ q: 'serum', category: 'skin' })).ids).toEqual([main(serums)])
  })

  it('are represented by the first member for sale while the main product is not, and by none at the end', async () => {
    const { db } = connection()
    const set = (ids: ProductId[], active: boolean) =>
      db.updateTable('products').set({ active }).where('id', 'in', ids).execute()
    try {
      await set([main(polish)], false)
      expect((await list({ category: 'nails' })).ids).toEqual([polish.products[1]?.id, baseCoat])
      await set(idsOf(polish), false)
      expect(await list({ category: 'nails' })).toMatchObject({ total: 1, ids: [baseCoat] })
    } finally {
      await set(
        idsOf(polish).filter((_, i) => i !== 3),
        true,
      )
    }
  })

  it('list the members for sale on each of their pages, whose canonical one is the main product', async () => {
    const { db } = connection()
    const product = await findProduct(db, mini)
    expect(product && presentProduct(product, []).family).toEqual({
      ...{ id: polish.id, name: 'Gel Polish', option_name: 'Shade', canonical_url: `/packages/${main(polish)}` },
      members: [0, 1, 2, 4].map((i) => ({
        id: polish.products[i]?.id,
        url: `/packages/${polish.products[i]?.id}`,
        value: ['Red', 'Nude', 'Plum', 'Draft', 'Mini'][i],
        swatch: polish.products[i]?.swatch ?? null,
        sold_out: i === 2,
      })),
    })
    expect((await findProduct(db, main(serums)))?.family?.members).toHaveLength(200)
    expect((await findProduct(db, tonic))?.family).toBeNull()
    expect((await findSitemapProducts(db, 100)).map(({ id }) => id)).toEqual([
      ...[main(polish), main(serums), baseCoat, tonic],
    ])
  })

  it('appear once among related and featured products, and not on their own pages', async () => {
    const { db } = connection()
    const [nude, plum] = [productOf(polish, 1), productOf(polish, 2)]
    await db.updateTable('products').set({ featured_position: 1 }).where('id', '=', plum).execute()
    await db.updateTable('products').set({ featured_position: 2 }).where('id', '=', nude).execute()
    const related = [plum, nude].map((related_id, position) => ({
      product_id: baseCoat,
      related_id,
      position,
    }))
    await db.insertInto('product_relations').values(related).execute()
    try {
      expect((await listFeatured(db)).map(({ id, family }) => [id, family?.members])).toEqual([[plum, 4]])
      const found = (await findRelated(db, baseCoat, 4)).map(presentCard)
      expect(found.map(({ id, family }) => [id, family?.id])).toEqual([[plum, polish.id]])
      expect((await findRelated(db, main(polish), 4)).map(({ id }) => id)).toEqual([baseCoat])
    } finally {
      await db.deleteFrom('product_relations').execute()
      await db.updateTable('products').set({ featured_position: null }).execute()
    }
  })

  describe('on several pages', () => {
    beforeAll(async () => {
      const { db } = connection()
      const { id: categoryId } = await makeCategory(db, { name: 'Many' })
      for (let i = 0; i < 30; i++) {
        const members = [1, 2, 3].map((n) => ({
          ...{ value: `${n}`, priceCents: 1000 + ((i * 7 + n * 13) % 29) * 10, active: n !== (i % 3) + 1 },
        }))
        await makeFamily(db, { name: `Line ${i}`, categoryId, members })
        await makeProduct(db, { name: `Single ${i}`, categoryId, priceCents: 1000 + ((i * 11) % 31) * 10 })
      }
    })

    it.each(SORTS.flatMap((sort) => [{ sort }, { sort, category: 'many' }, { sort, category: 'many', q: 'line' }]))(
      'appear on exactly one of them: %j',
      async (query) => {
        const cards = await readPages(query)
        const { total } = await list(query)
        const keys = cards.map(({ id, family }) => (family ? `family ${family.id}` : id))
        expect(cards).toHaveLength('q' in query ? 30 : 'category' in query ? 60 : 64)
        expect([total, new Set(keys).size]).toEqual([cards.length, cards.length])
        if (query.sort !== 'price' && query.sort !== 'price-desc') return
        const prices = cards.map(({ price, family }) => family?.from_price ?? price)
        expect(prices).toEqual(prices.toSorted((a, b) => (query.sort === 'price' ? a - b : b - a)))
      },
    )
  })
})
