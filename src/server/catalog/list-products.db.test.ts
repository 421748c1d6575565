import { beforeAll, describe, expect, test } from 'vitest'
import { ListingQuery } from '#contract/catalog/calls.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { listProducts, MAX_MATCHES } from './list-products.ts'

databaseTest('listing and search', (connection) => {
  const list = async (query: Record<string, string> = {}) => {
    const listing = await listProducts(connection().db, ListingQuery.parse(query))
    return { ...listing, names: listing.data.map(({ name }) => name) }
  }

  beforeAll(async () => {
    const { db } = connection()
    const hair = await makeCategory(db, { name: 'Hair', position: 1 })
    const skin = await makeCategory(db, { name: 'Skin', position: 2 })
    await makeCategory(db, { name: 'Empty', position: 3 })
    const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))
    const inHair = { categoryId: hair.id }
    await makeProduct(db, { name: 'Keratin Masque', sku: 'ORL-1010', priceCents: 3800, createdAt: onDay(1), ...inHair })
    await makeProduct(db, { name: 'Bond Serum', priceCents: 4600, createdAt: onDay(3), featuredPosition: 2, ...inHair })
    await makeProduct(db, {
      name: 'Oil',
      priceCents: 900,
      compareAtCents: 1200,
      createdAt: onDay(2),
      stock: 0,
      descriptionHtml: '<p>Goes with a keratin treatment.</p>',
      ...inHair,
    })
    await makeProduct(db, { name: 'Rose Mist', priceCents: 900, createdAt: onDay(4), stock: 5, categoryId: skin.id })
    await makeProduct(db, {
      name: 'Clay',
      priceCents: 1900,
      compareAtCents: 1900,
      createdAt: onDay(5),
      featuredPosition: 1,
    })
    await makeProduct(db, { name: 'Keratin Retired', active: false, ...inHair })
  })

  test('lists featured products first, then the newest, and omits products no longer in the shop', async () => {
    const { names, total, page_count, categories } = await list()
    expect(names).toEqual(['Clay', 'Bond Serum', 'Rose Mist', 'Oil', 'Keratin Masque'])
    expect({ total, page_count }).toEqual({ total: 5, page_count: 1 })
    expect(categories).toMatchObject([
      { slug: 'hair', name: 'Hair', total: 3 },
      { slug: 'skin', name: 'Skin', total: 1 },
    ])
  })

  test.each([
    ['newest', ['Clay', 'Rose Mist', 'Bond Serum', 'Oil', 'Keratin Masque']],
    ['price', ['Oil', 'Rose Mist', 'Clay', 'Keratin Masque', 'Bond Serum']],
    ['price-desc', ['Bond Serum', 'Keratin Masque', 'Clay', 'Rose Mist', 'Oil']],
    ['name', ['Bond Serum', 'Clay', 'Keratin Masque', 'Oil', 'Rose Mist']],
  ])('sorts by %s', async (sort, names) => {
    expect((await list({ sort })).names).toEqual(names)
  })

  test('a category lists only its own products', async () => {
    const { names, total } = await list({ category: 'hair', sort: 'price' })
    expect(names).toEqual(['Oil', 'Keratin Masque', 'Bond Serum'])
    expect(total).toBe(3)
  })

  test('the total covers every product, including those without a category, in any selected category', async () => {
    expect((await list()).all_total).toBe(5)
    expect((await list({ category: 'hair' })).all_total).toBe(5)
    expect((await list({ q: 'clay' })).all_total).toBe(1)
    expect((await list({ q: 'keratin', category: 'skin' })).all_total).toBe(2)
    expect((await list({ q: 'clay', category: 'hair' })).all_total).toBe(1)
    expect((await list({ q: '!' })).all_total).toBe(0)
  })

  test('an unknown category and a page beyond the end are empty', async () => {
    expect(await list({ category: 'garden' })).toMatchObject({ data: [], total: 0, page_count: 0 })
    expect(await list({ category: 'ha\0ir' })).toMatchObject({ data: [], total: 0 })
    expect(await list({ page: '2' })).toMatchObject({ data: [], page: 2, total: 5, page_count: 1 })
    expect(await list({ page: '2147483647' })).toMatchObject({ data: [], page: 2_147_483_647 })
    expect(await list({ page: '2147483647', q: 'keratin' })).toMatchObject({ data: [], page_count: 1 })
  })

  test('a category without a match is listed if it was requested', async () => {
    expect((await list({ category: 'skin', q: 'keratin' })).categories).toMatchObject([
      { slug: 'hair', name: 'Hair', total: 2 },
      { slug: 'skin', name: 'Skin', total: 0 },
    ])
  })

  test('a match in the name outranks one in the description', async () => {
    expect((await list({ q: 'keratin' })).names).toEqual(['Keratin Masque', 'Oil'])
    expect((await list({ q: 'Keratin', sort: 'price' })).names).toEqual(['Oil', 'Keratin Masque'])
  })

  test.each([
    ['kera', ['Keratin Masque', 'Oil']],
    ['keratin mas', ['Keratin Masque']],
    ['masques', ['Keratin Masque']],
    ['orl-1010', ['Keratin Masque']],
    ['rose oil', ['Rose Mist', 'Oil']],
    ['orl1010', ['Keratin Masque']],
    ['101', ['Keratin Masque']],
    ['ORL 10', ['Keratin Masque']],
    ['hair mask', ['Keratin Masque']],
    ['&|!', []],
    ['🙂', []],
  ])('finds for %j', async (q, names) => {
    expect((await list({ q })).names).toEqual(names)
  })

  test('typing errors are corrected if nothing is found, unless only the typed words are wanted', async () => {
    expect(await list({ q: 'keratn maske' })).toMatchObject({
      ...{ names: ['Keratin Masque'], corrected: 'keratin mask', partial: false, total: 1 },
    })
    expect(await list({ q: 'keratn maske', exact: '1' })).toMatchObject({ names: [], corrected: null })
    expect(await list({ q: 'kertain rose' })).toMatchObject({ corrected: 'keratin rose', partial: true })
    expect(await list({ q: 'keratin' })).toMatchObject({ corrected: null, partial: false })
    expect(await list({ q: 'xqzzk' })).toMatchObject({ names: [], corrected: null, partial: false })
    // In another category it is found as typed.
    expect(await list({ q: 'keratin', category: 'skin' })).toMatchObject({ names: [], corrected: null })
  })

  test('a whole word outranks the beginning of one, and a name the brand', async () => {
    const { db } = connection()
    const products = [
      await makeProduct(db, { name: 'Brown Dye', featuredPosition: 3 }),
      await makeProduct(db, { name: 'Brow Comb' }),
      await makeProduct(db, { name: 'Tweezer', vendor: 'Brow House', featuredPosition: 4 }),
    ]
    try {
      expect((await list({ q: 'brow' })).names).toEqual(['Brow Comb', 'Tweezer', 'Brown Dye'])
    } finally {
      await db
        .deleteFrom('products')
        .where(
          'id',
          'in',
          products.map(({ id }) => id),
        )
        .execute()
    }
  })

  test('a product is found by its exact name, including punctuation', async () => {
    const { db } = connection()
    const { id } = await makeProduct(db, { name: 'Lash™ Lift ½ ﬁne' })
    try {
      for (const q of ['Lash™', 'lash™ lift', 'Lash™ Lift ½ ﬁne', 'lash']) {
        expect([q, (await list({ q })).names]).toEqual([q, ['Lash™ Lift ½ ﬁne']])
      }
      expect((await list({ q: 'ｋｅｒａｔｉｎ' })).names).toEqual(['Keratin Masque', 'Oil'])
    } finally {
      await db.deleteFrom('products').where('id', '=', id).execute()
    }
  })

  test('accents, apostrophes and dashes in names and searches are ignored', async () => {
    const { db } = connection()
    const products = [
      await makeProduct(db, { name: 'L’Oréal Crème‑Masque', descriptionHtml: '<p>With a sérum for Weißblond.</p>' }),
      await makeProduct(db, { name: 'Ampoule Creme', vendor: 'Ørsted & Łuk' }),
    ]
    const both = ['Ampoule Creme', 'L’Oréal Crème‑Masque']
    try {
      for (const [q, names] of [
        ['creme', both],
        ['crème', both],
        ['CRE\u0300ME', both],
        ['sérum', ['Bond Serum', 'L’Oréal Crème‑Masque']],
        ['kératin', ['Keratin Masque', 'Oil']],
        ["l'oreal", ['L’Oréal Crème‑Masque']],
        ['loreal', ['L’Oréal Crème‑Masque']],
        ['oréal', ['L’Oréal Crème‑Masque']],
        ['creme-masque', ['L’Oréal Crème‑Masque']],
        ['weissblond', ['L’Oréal Crème‑Masque']],
        ['orsted luk', ['Ampoule Creme']],
      ] as const) {
        expect([q, (await list({ q })).names.toSorted()]).toEqual([q, names])
      }
    } finally {
      const ids = products.map(({ id }) => id)
      await db.deleteFrom('products').where('id', 'in', ids).execute()
    }
  })

  test.each(["a' & !b | (c", 'x:*', 'mas\\', '<->', "'", 'ker\0atin', '\ud800 k', 'the', '():*&|!\'"', '%_', '-- ;'])(
    'no search breaks the query: %j',
    async (q) => {
      expect((await list({ q })).total).toBeLessThanOrEqual(5)
    },
  )

  test('a card shows the stock from five down, and a former price only if it is higher', async () => {
    const { data } = await list()
    const stockByName = Object.fromEntries(
      data.map((card) => [card.name, { ...card.stock, was: card.compare_at_price }]),
    )
    expect(stockByName).toEqual({
      Clay: { sold_out: false, remaining: null, was: null },
      'Bond Serum': { sold_out: false, remaining: null, was: null },
      'Rose Mist': { sold_out: false, remaining: 5, was: null },
      Oil: { sold_out: true, remaining: null, was: 12 },
      'Keratin Masque': { sold_out: false, remaining: null, was: null },
    })
  })

  describe('with more matches than the search limit', () => {
    beforeAll(async () => {
      const { pool } = connection()
      await pool.query(
        `insert into products (handle, name, category_id, price_cents, pv, created_at)
         select 'many-' || i, 'Plenty ' || i, (select id from categories where slug = case when i <= 30 then 'skin' else 'hair' end),
           10000 + i, 0, '2020-01-01' from generate_series(1, $1::int) i`,
        [MAX_MATCHES + 500],
      )
    })

    test('counts and pages stop at the limit', async () => {
      const { total, page_count, names } = await list({ q: 'plenty', sort: 'price' })
      expect({ total, page_count }).toEqual({ total: MAX_MATCHES, page_count: MAX_MATCHES / 20 })
      expect(names).toHaveLength(20)
      expect((await list({ q: 'plenty', page: String(MAX_MATCHES / 20) })).names).toHaveLength(20)
      expect(await list({ q: 'plenty', page: String(MAX_MATCHES / 20 + 1) })).toMatchObject({ data: [] })
    })

    test('a category with few matches is counted and read in full', async () => {
      const { total, names } = await list({ q: 'plenty', category: 'skin', sort: 'price', page: '2' })
      expect(total).toBe(30)
      expect(names).toEqual(Array.from({ length: 10 }, (_, i) => `Plenty ${21 + i}`))
    })

    test('pages of the whole catalog follow one another without gap or repetition', async () => {
      const { total, page_count } = await list()
      expect(total).toBe(MAX_MATCHES + 505)
      const ids = new Set<number>()
      for (let page = 1; page <= page_count; page++) {
        for (const { id } of (await list({ page: String(page), sort: 'name' })).data) ids.add(id)
      }
      expect(ids.size).toBe(total)
    })
  })
})
