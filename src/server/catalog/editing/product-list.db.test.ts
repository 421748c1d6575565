import { beforeAll, describe, expect, it } from 'vitest'
import type { ListedProduct } from '#contract/catalog/admin-calls.ts'
import { productSorts } from '#contract/catalog/admin-calls.ts'
import { appForSuite } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'

type Page = { data: ListedProduct[]; next: string | null; count: { value: number; more: boolean } }

databaseTest('the product list', (connection) => {
  const suite = appForSuite(connection)
  let browser: Browser
  beforeAll(async () => {
    browser = await openStaffBrowser(suite, 'clerk')
  })
  const list = async (query: Record<string, string> = {}): Promise<Page> => {
    const response = await browser.get(`/admin/products.json?${new URLSearchParams(query)}`)
    expect([query, response.statusCode]).toEqual([query, 200])
    return response.json()
  }
  const names = async (query: Record<string, string>) => (await list(query)).data.map(({ name }) => name)
  const update = (id: number, set: string) => connection().pool.query(`update products set ${set} where id = $1`, [id])

  describe('filters', () => {
    beforeAll(async () => {
      const { db } = connection()
      const care = await makeCategory(db, { name: 'Care' })
      const masks = await makeCategory(db, { name: 'Masks' })
      await connection().pool.query('update categories set parent_id = $1 where id = $2', [care.id, masks.id])
      const tint = await makeProduct(db, {
        ...{ name: 'Filtered Tint', sku: 'BT-77', vendor: 'Orla', categoryId: care.id, stock: 2, images: ['tint'] },
      })
      await update(tint.id, `barcode = '012345678905'`)
      const mask = await makeProduct(db, { name: 'Filtered Mask', categoryId: masks.id, stock: 50, priceCents: 0 })
      const kit = await makeProduct(db, { name: 'Filtered Kit', contents: [{ productId: tint.id, quantity: 2 }] })
      await makeProduct(db, { name: 'Filtered Draft', active: false, vendor: 'Orla' })
      const old = await makeProduct(db, { name: 'Filtered Old' })
      await update(old.id, `status = 'archived'`)
      await update(kit.id, `visible_until = now() - interval '1 day'`)
      await update(mask.id, 'sale_price_cents = null')
    })
    const found = async (query: Record<string, string>) => names({ search: 'filtered', ...query })

    it('find products by words of the name, SKU, vendor, barcode and number', async () => {
      expect(await names({ search: 'tint FILT' })).toEqual(['Filtered Tint'])
      expect(await names({ search: 'bt-77' })).toEqual(['Filtered Tint'])
      expect(await names({ search: 'orla' })).toEqual(['Filtered Draft', 'Filtered Tint'])
      expect(await names({ search: '12345678905' })).toEqual(['Filtered Tint'])
      const [tint] = (await list({ search: 'bt-77' })).data
      expect(await names({ search: String(tint?.product_id) })).toContain('Filtered Tint')
      expect(await names({ search: '%' })).toEqual([])
    })

    it.each<[Record<string, string>, string[]]>([
      [{}, ['Draft', 'Kit', 'Mask', 'Tint']],
      [{ status: 'archived' }, ['Old']],
      [{ status: 'draft' }, ['Draft']],
      [{ status: 'active' }, ['Kit', 'Mask', 'Tint']],
      [{ kind: 'package' }, ['Kit']],
      [{ vendor: 'Orla' }, ['Draft', 'Tint']],
      [{ category_id: '0' }, ['Draft', 'Kit']],
      [{ issue: 'no_price' }, ['Mask']],
      [{ issue: 'no_picture' }, ['Draft', 'Kit', 'Mask']],
      [{ issue: 'low_stock' }, ['Tint']],
      [{ status: 'draft', vendor: 'Orla', issue: 'no_picture' }, ['Draft']],
    ])('%j find %j', async (query, expected) => {
      expect(await found(query)).toEqual(expected.map((name) => `Filtered ${name}`))
    })

    it('find a product without a picture as soon as it has one or has none', async () => {
      const { pool } = connection()
      const [draft] = (await list({ search: 'filtered draft' })).data
      const withoutPicture = () => found({ search: 'filtered draft', issue: 'no_picture' })
      // A picture of which only the address is known is not shown.
      await pool.query(
        `insert into product_images (product_id, position, source_url) values ($1, 0, 'https://a.example')`,
        [draft?.product_id],
      )
      expect(await withoutPicture()).toHaveLength(1)
      await pool.query(`update product_images set file = 'draft' where product_id = $1`, [draft?.product_id])
      expect(await withoutPicture()).toEqual([])
      await pool.query('delete from product_images where product_id = $1', [draft?.product_id])
      expect(await withoutPicture()).toHaveLength(1)
    })

    it('find the products of a category and its children', async () => {
      const { rows } = await connection().pool.query(
        `select id from categories where name in ('Care', 'Masks') order by name`,
      )
      expect(await found({ category_id: String(rows[0].id) })).toEqual(['Filtered Mask', 'Filtered Tint'])
      expect(await found({ category_id: String(rows[1].id) })).toEqual(['Filtered Mask'])
    })

    it('show what a row needs: prices, stock that can be sold, picture and visibility', async () => {
      const rows = (await list({ search: 'filtered' })).data
      expect(rows.find(({ name }) => name === 'Filtered Tint')).toMatchObject({
        ...{ status: 'active', visible: true, category: 'Care', vendor: 'Orla', sku: 'BT-77', barcode: '012345678905' },
        ...{ price: 10, selling_price: 10, compare_at_price: null, pv: 10, weight_grams: 454, stock: 2, version: '1' },
        image: { src: '/uploads/tint', alt: 'Filtered Tint' },
      })
      expect(rows.find(({ name }) => name === 'Filtered Kit')).toMatchObject({ stock: 1, visible: false, image: null })
    })

    it('refuse values that no filter has', async () => {
      for (const query of [
        'status=x',
        'kind=x',
        'issue=x',
        'category_id=-1',
        'category_id=99999999999',
        'sort=id',
        'vendor=',
      ]) {
        expect([query, (await browser.get(`/admin/products.json?${query}`)).statusCode]).toEqual([query, 422])
      }
      for (const search of ["'", '\\', 'a\0b', '%_', '🙂'.repeat(60)]) {
        const { statusCode } = await browser.get(`/admin/products.json?${new URLSearchParams({ search })}`)
        expect([200, 422]).toContain(statusCode)
      }
    })
  })

  describe('sorting', () => {
    const COUNT = 120
    beforeAll(async () => {
      // Each value is shared by several products, so that pages end between equal keys.
      await connection().pool.query(
        `insert into products (handle, name, kind, price_cents, pv, stock, updated_at)
         select 'sorted-' || n, 'Sorted ' || n % 7, 'product', n % 5 * 100, n % 3, case when n % 4 > 0 then n % 6 end,
           timestamptz '2026-01-01' + n / 3 * interval '0.000001 seconds' from generate_series(1, ${COUNT}) n`,
      )
    })
    const listAll = async (sort: string): Promise<ListedProduct[]> => {
      const rows: ListedProduct[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page: Page = await list({ search: 'sorted', sort, ...(after && { after }) })
        rows.push(...page.data)
        after = page.next
      }
      return rows
    }

    it.each(productSorts)('lists each product once, in order, by %s', async (sort) => {
      const rows = await listAll(sort)
      expect(new Set(rows.map(({ product_id }) => product_id)).size).toBe(COUNT)
      const column = { name: 'name', price: 'price', pv: 'pv', stock: 'stock', updated: 'product_id' } as const
      const keys = rows.map((row) => row[column[sort.replace('-', '') as keyof typeof column]])
      // Products that are not tracked come last in both directions.
      const tracked = keys.filter((key) => key !== null)
      expect(keys.slice(0, tracked.length)).toEqual(tracked)
      const sorted = tracked.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(tracked).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted)
    })

    it('refuses cursors that it has not issued', async () => {
      const { next } = await list({ search: 'sorted', sort: 'name' })
      for (const [sort, after] of [
        ['price', next ?? ''],
        ['price', '["1e300",5]'],
        ['price', '["2147483648",5]'],
        ['price', '["1",1e300]'],
        ['price', '["1",-1e300]'],
        ['price', '["1",2147483648]'],
        ['price', '["1",1.5]'],
        ['price', '[1,5]'],
        ['price', '["1; drop table products",5]'],
        ['updated', '["2026-99-99 00:00:00+00",5]'],
        ['updated', '["99999999999999999999",5]'],
        ['name', '["a\\u0000",5]'],
        ['name', '["a"]'],
        ['name', '{}'],
        ['name', 'null'],
        ['name', '['],
        ['stock', '["x",5]'],
      ] as const) {
        const response = await browser.get(`/admin/products.json?${new URLSearchParams({ sort, after })}`)
        expect([sort, after, response.statusCode]).toEqual([sort, after, 422])
      }
      for (const [sort, after] of [
        ['price', '["-5",-5]'],
        ['updated', '["9999999999999999",2147483647]'],
        ['-updated', '["-9999999999999999",1]'],
        ['name', '["\\ud800",5]'],
      ] as const) {
        await list({ sort, after })
      }
    })
  })

  it('counts all matches', async () => {
    const { data, next, count } = await list({ search: 'sorted' })
    expect([data.length, next === null, count]).toEqual([50, false, { value: 120, more: false }])
  })
})
