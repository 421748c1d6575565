import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { openStaffBrowser } from '#test/staff.ts'

const SCRIPT = '<script>alert(1)</script><b onclick="x()">a</b>'

databaseTest('the calls of the product editor', (connection, engine) => {
  const suite = appForSuite(connection)
  const manager = () => openStaffBrowser(suite, 'manager')

  it('add one product per key, with the fields that are sent and usual values for the rest', async () => {
    const browser = await manager()
    const creation_key = '7c3f0d0e-6f0a-4c8e-9a55-0d2b6f1f6a10'
    const body = { fields: { name: 'Brow Tint', price: 12.5, sale_price: 10 }, stock: 4, creation_key }
    const added = await Promise.all([1, 2, 3].map(() => browser.post('/admin/products/add', body)))
    const ids = added.map((response) => response.json().product_id)
    expect(new Set(ids).size).toBe(1)
    expect(added[0]?.json()).toMatchObject({
      ...{ version: '1', handle: 'brow-tint', status: 'draft', url: null, stock: 4, price: 12.5, selling_price: 10 },
      fields: { commissionable_bp: 10_000, kind: 'product', sale_price: 10, contents: [] },
    })
    const again = await browser.post('/admin/products/add', { fields: { name: 'Brow Tint', price: 1 } })
    expect(again.json().handle).toBe('brow-tint-2')
  })

  it('refuse an edit of another version with the current one, and an unknown product', async () => {
    const browser = await manager()
    const { id } = await makeProduct(connection().db, { name: 'Comb' })
    const save = (expected_version: string, fields: object) =>
      browser.post(`/admin/products/${id}/save`, { fields, expected_version })
    expect((await save('1', { name: 'Comb A' })).json()).toMatchObject({ version: '2', name: 'Comb A' })
    const stale = await save('1', { name: 'Comb B' })
    expect([stale.statusCode, stale.json().code, stale.json().current.name]).toEqual([409, 'stale', 'Comb A'])
    for (const version of ['', 'x', '-1', '1e9', '99999999999999999999'])
      expect((await save(version, { name: 'X' })).statusCode, version).toBe(409)
    const missing = { fields: {}, expected_version: '1' }
    expect((await browser.post('/admin/products/2000000000/save', missing)).statusCode).toBe(404)
    expect((await browser.get('/admin/products/2000000000/history.json')).statusCode).toBe(404)
    const unknown = { version: 77, expected_version: '2' }
    const restored = await browser.post(`/admin/products/${id}/restore`, unknown)
    expect([restored.statusCode, restored.json().code]).toEqual([422, 'version_not_found'])
  })

  it.each([
    ['contents', { kind: 'package', contents: [1, 1].map((product_id) => ({ product_id, quantity: 1 })) }],
    ['related', { related: [1, 1] }],
    ['images', { images: [{ src: null, source_url: null, alt: '' }] }],
    ['size_amount', { size_amount: 0.0004, size_unit: 'ml' }],
    ['visible_from', { visible_from: '0000-01-01T00:00:00Z' }],
    ['sale_from', { sale_price: 1, sale_from: '2026-02-30T00:00:00Z' }],
    ['price', { price: 1e12 }],
  ])('refuse %s that the database could not store', async (field, fields) => {
    const browser = await manager()
    const { id } = await makeProduct(connection().db)
    const refused = await browser.post(`/admin/products/${id}/save`, { fields, expected_version: '1' })
    expect(refused.statusCode, refused.body).toBe(422)
    expect(Object.keys(refused.json().errors)[0]).toMatch(new RegExp(`^fields\\.${field}`))
  })

  it('refuse a product that is related to itself', async () => {
    const browser = await manager()
    const { id } = await makeProduct(connection().db)
    const body = { fields: { related: [id] }, expected_version: '1' }
    const refused = await browser.post(`/admin/products/${id}/save`, body)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'related_to_itself'])
  })

  it('store instants and sizes as they are read back, so that saving them again changes nothing', async () => {
    const browser = await manager()
    const { id } = await makeProduct(connection().db)
    const fields = { visible_until: '2099-12-01T05:00:00Z', size_amount: 16.9004, size_unit: 'fl_oz' }
    for (const version of ['2', '2']) {
      const { version: current } = (await browser.get(`/admin/products/${id}.json`)).json()
      const saved = await browser.post(`/admin/products/${id}/save`, { fields, expected_version: current })
      expect(saved.json()).toMatchObject({
        version,
        fields: { visible_until: '2099-12-01T05:00:00.000Z', size_amount: 16.9 },
      })
    }
  })

  it('keep scripts in text as text, and out of markup', async () => {
    const browser = await manager()
    const { id } = await makeProduct(connection().db)
    const text = { vendor: SCRIPT, page_title: SCRIPT, page_description: SCRIPT, search_words: SCRIPT, shelf: SCRIPT }
    const fields = { name: SCRIPT, sku: SCRIPT, tags: [SCRIPT], option_value: SCRIPT.slice(0, 90), ...text }
    const description_html = `<p style="text-align: center">Calm</p>${SCRIPT}<img src="https://evil.example/x.png">`
    const body = { fields: { ...fields, description_html }, expected_version: '1' }
    const saved = await browser.post(`/admin/products/${id}/save`, body)
    expect(saved.statusCode, saved.body).toBe(200)
    const visitor = browserOf(suite)
    const product = (await visitor.get(`/packages/${id}.json`)).json()
    expect(product.description_html).toBe('<p class="align-center">Calm</p><strong>a</strong>')
    expect([product.page_title, product.summary]).toEqual([SCRIPT, SCRIPT])
    const history = (await browser.get(`/admin/products/${id}/history.json`)).json()
    expect(history.data[0].changes).toContainEqual({ field: 'shelf', before: '', after: SCRIPT })
  })

  it('delete only products without orders, movements and packages', async () => {
    const browser = await manager()
    const part = await makeProduct(connection().db, { stock: 3 })
    const kit = await makeProduct(connection().db, { contents: [{ productId: part.id }] })
    const remove = (id: number) => browser.post(`/admin/products/${id}/delete`, { expected_version: '1' })
    const contained = await remove(part.id)
    expect([contained.statusCode, contained.json().code]).toEqual([409, 'has_orders'])
    expect((await remove(kit.id)).statusCode).toBe(200)
    expect((await remove(part.id)).statusCode).toBe(200)
    expect((await remove(part.id)).statusCode).toBe(404)
  })

  it('page through a long history', async () => {
    const browser = await manager()
    const { id } = await makeProduct(connection().db)
    for (let version = 1; version <= 24; version++) {
      const body = { fields: { pv: version + 100 }, expected_version: String(version) }
      expect((await browser.post(`/admin/products/${id}/save`, body)).statusCode).toBe(200)
    }
    const first = (await browser.get(`/admin/products/${id}/history.json`)).json()
    expect([first.data.length, first.data[0].version, first.next]).toEqual([20, 25, 6])
    expect(first.data.at(-1).changes).toEqual([{ field: 'pv', before: '104', after: '105' }])
    const second = (await browser.get(`/admin/products/${id}/history.json?after=${first.next}`)).json()
    expect([second.data.length, second.data.at(-1), second.next]).toEqual([
      5,
      expect.objectContaining({ version: 1, source: 'first', changes: [] }),
      null,
    ])
  })

  if (engine === 'postgres') {
    it('refuse a handle that two editors take at once, and a related product that is deleted at once', async () => {
      const browser = await manager()
      for (let round = 0; round < 10; round++) {
        const products = await Promise.all([1, 2, 3, 4].map(() => makeProduct(connection().db)))
        const handle = `wanted-${round}`
        const add = { fields: { name: 'Comb', price: 1, handle } }
        const saved = await Promise.all([
          ...products.map(({ id }) =>
            browser.post(`/admin/products/${id}/save`, { fields: { handle }, expected_version: '1' }),
          ),
          browser.post('/admin/products/add', add),
        ])
        expect(saved.map((response) => response.json().code ?? response.statusCode).sort()).toEqual([
          200,
          ...Array.from({ length: 4 }, () => 'handle_taken'),
        ])
        const [first, gone] = [await makeProduct(connection().db), await makeProduct(connection().db)]
        const [related, deleted] = await Promise.all([
          browser.post(`/admin/products/${first.id}/save`, { fields: { related: [gone.id] }, expected_version: '1' }),
          browser.post(`/admin/products/${gone.id}/delete`, { expected_version: '1' }),
        ])
        expect([200, 422]).toContain(related.statusCode)
        expect(deleted.statusCode, deleted.body).toBe(200)
      }
    })
  }
})
