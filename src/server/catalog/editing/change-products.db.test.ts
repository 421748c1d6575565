import { describe, expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'
import { findContents } from './content.queries.ts'

databaseTest('changes of several products', (connection) => {
  const suite = appForSuite(connection)
  const change = async (products: object[], confirmed?: boolean) => {
    const manager = await openStaffBrowser(suite, 'manager')
    return manager.post('/admin/products/change', { products, ...(confirmed && { confirmed }) })
  }
  const read = async (id: number) => (await findContents(connection().db, [id])).get(id)

  it('set the fields that are sent, and keep all others', async () => {
    const { db } = connection()
    const { id: categoryId } = await makeCategory(db)
    const product = await makeProduct(db, { vendor: 'Orla', sku: 'BT-1', categoryId, descriptionHtml: '<p>Brow.</p>' })
    await connection().pool.query(
      `update products set barcode = '012345678905', shelf = 'B-2', search_words = 'tint', page_title = 'Tint',
         page_description = 'A tint', tags = '{spa}' where id = $1`,
      [product.id],
    )
    const before = await read(product.id)
    const response = await change([{ product_id: product.id, fields: { price: 12.5 }, expected_version: '1' }])
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      data: [{ product_id: product.id, version: '2', price: 12.5, sku: 'BT-1' }],
    })
    expect((await read(product.id))?.content).toEqual({ ...before?.content, price_cents: 1250 })
    const fields = {
      ...{
        name: ' Tint ',
        compare_at_price: 20,
        pv: 12,
        sku: '',
        barcode: '',
        weight_grams: 10,
        shelf: 'C',
        category_id: null,
      },
      status: 'draft',
    }
    await change([{ product_id: product.id, fields, expected_version: '2' }])
    expect((await read(product.id))?.content).toMatchObject({
      ...{ name: 'Tint', compare_at_cents: 2000, pv: 12, sku: '', barcode: null, weight_grams: 10, shelf: 'C' },
      ...{ category_id: null, status: 'draft', vendor: 'Orla', price_cents: 1250 },
    })
  })

  it('are all refused when one is, with messages by row and field', async () => {
    const { db } = connection()
    const [first, second] = [await makeProduct(db), await makeProduct(db)]
    const response = await change([
      { product_id: first.id, fields: { pv: 99 } },
      { product_id: second.id, fields: { category_id: 2_000_000_000 } },
      { product_id: 2_000_000_000, fields: { pv: 1 } },
    ])
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toEqual({
      'products.1.category_id': 'This category no longer exists.',
      'products.2': 'This product no longer exists.',
    })
    expect((await read(first.id))?.content.pv).toBe(10)
    const invalid = await change([{ product_id: first.id, fields: { price: -1, name: ' ' } }])
    expect(invalid.statusCode).toBe(422)
    expect(Object.keys(invalid.json().errors)).toEqual(
      expect.arrayContaining(['products.0.fields.price', 'products.0.fields.name']),
    )
  })

  it('based on an older version show the products as they are now', async () => {
    const { db } = connection()
    const [first, second] = [await makeProduct(db), await makeProduct(db)]
    await change([{ product_id: first.id, fields: { pv: 1 }, expected_version: '1' }])
    const stale = await change([
      { product_id: second.id, fields: { pv: 2 }, expected_version: '1' },
      { product_id: first.id, fields: { pv: 2 }, expected_version: '1' },
    ])
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ code: 'stale', current: [{ product_id: first.id, version: '2', pv: 1 }] })
    expect((await read(second.id))?.content.pv).toBe(10)
  })

  it('that make a product free are confirmed', async () => {
    const { id } = await makeProduct(connection().db)
    const free = [{ product_id: id, fields: { price: 0 } }]
    const refused = await change(free)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'confirmation_required'])
    expect((await change(free, true)).statusCode).toBe(200)
  })

  describe('never fail', () => {
    it.each([
      [{ price: 1e9 }],
      [{ price: 21_474_836.48 }],
      [{ compare_at_price: 1e12 }],
      [{ pv: 1e9 }],
      [{ weight_grams: 1e12 }],
      [{ name: 'a\0b' }],
      [{ name: 'x'.repeat(300) }],
      [{ status: 'gone' }],
      [{ category_id: 0 }],
      [{ barcode: 7 }],
      [{ handle: 'a b' }],
      [{ visible_from: '+999999-01-01T00:00:00Z' }],
    ])('with %j', async (fields) => {
      const { id } = await makeProduct(connection().db)
      expect((await change([{ product_id: id, fields }])).statusCode).toBe(422)
    })

    it('with a product named twice, no products, or an unknown version', async () => {
      const { id } = await makeProduct(connection().db)
      expect(
        (
          await change([
            { product_id: id, fields: {} },
            { product_id: id, fields: {} },
          ])
        ).statusCode,
      ).toBe(422)
      expect((await change([])).statusCode).toBe(422)
      expect((await change([{ product_id: id, fields: { pv: 1 }, expected_version: 'x' }])).statusCode).toBe(409)
      expect((await change([{ product_id: id, fields: { price: 21_474_836.47 } }])).statusCode).toBe(200)
    })
  })

  it('are refused to clerks', async () => {
    const { id } = await makeProduct(connection().db)
    const clerk = await openStaffBrowser(suite, 'clerk')
    const products = [{ product_id: id, fields: { pv: 1 } }]
    expect((await clerk.post('/admin/products/change', { products })).statusCode).toBe(403)
    expect((await clerk.get('/admin/products.json')).statusCode).toBe(200)
  })
})
