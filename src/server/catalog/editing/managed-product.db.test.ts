import { expect, it } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('a product in the back office', (connection) => {
  const suite = appForSuite(connection)
  const clerk = async () => {
    const browser = browserOf(suite)
    const { id } = await makeStaff(connection().db, 'clerk')
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }

  it('shows prices, contents, containing packages and CV to the cent', async () => {
    const { db } = connection()
    const inactive = await makeProduct(db, { name: 'Old jar', active: false })
    const jar = await makeProduct(db, { name: 'Jar', sku: 'JAR-1', images: ['jar'], weightGrams: 680 })
    const kit = await makeProduct(db, {
      ...{ name: 'Kit', priceCents: 12_915, compareAtCents: 15_000, pv: 100, commissionableBp: 3325 },
      contents: [{ productId: jar.id, quantity: 3 }, { productId: inactive.id }],
    })
    await db
      .updateTable('products')
      .set({ shelf: 'B-2', barcode: '012345678905', tax_exempt: true, tags: ['spa', 'new'] })
      .where('id', '=', jar.id)
      .execute()
    const browser = await clerk()
    const readProduct = async (id: number) => (await browser.get(`/admin/products/${id}.json`)).json()

    expect(await readProduct(kit.id)).toMatchObject({
      ...{ product_id: kit.id, name: 'Kit', kind: 'package', url: `/packages/${kit.id}`, images: [], part_of: [] },
      // 129.15 × 33.25 % = 42.942375
      ...{ price: 129.15, compare_at_price: 150, pv: 100, cv: 42.94, commissionable_bp: 3325, tax_exempt: false },
      contents: [
        { product_id: jar.id, name: 'Jar', quantity: 3, active: true },
        { product_id: inactive.id, name: 'Old jar', quantity: 1, active: false },
      ],
    })
    expect(await readProduct(jar.id)).toMatchObject({
      ...{ sku: 'JAR-1', shelf: 'B-2', barcode: '012345678905', tax_exempt: true, tags: ['spa', 'new'] },
      ...{ weight_grams: 680, compare_at_price: null, contents: [] },
      images: [{ src: '/uploads/jar', alt: 'Jar' }],
      part_of: [{ product_id: kit.id, name: 'Kit', quantity: 3, active: true }],
    })
    // Inactive products have no page in the shop, but can still be read here.
    expect(await readProduct(inactive.id)).toMatchObject({ name: 'Old jar', url: null })
  })

  it('is 404 for an unknown ID and for text that is no number', async () => {
    const browser = await clerk()
    expect((await browser.get('/admin/products/2000000000.json')).statusCode).toBe(404)
    expect((await browser.get('/admin/products/x.json')).statusCode).toBe(404)
  })
})
