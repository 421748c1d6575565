import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { importsOf } from '#test/product-imports.ts'

const FILES = new URL('../../../../test/fixtures/products/', import.meta.url)

databaseTest('files imported in the back office', (connection) => {
  const imports = importsOf(appForSuite(connection))
  const read = (name: string) => new Uint8Array(readFileSync(new URL(name, FILES)))
  const find = async (handle: string) => {
    const { rows } = await connection().pool.query(
      `select products.name, sku, barcode, stock, price_cents, compare_at_cents, active, weight_grams, vendor, tags,
          description_html, categories.name as category,
          array(select source_url from product_images where product_id = products.id order by position) as pictures
         from products left join categories on categories.id = category_id where handle = $1`,
      [handle],
    )
    return rows[0]
  }
  const refusals = async (id: number) =>
    (await imports.rows(id, '?outcome=refused')).map(({ name, refusal }) => [name, refusal?.line, refusal?.column])

  test.each([
    ['untracked.csv', 'pub-untracked', { stock: null }],
    ['policy-continue.csv', 'pub-backorder', { stock: null }],
    ['no-type.csv', 'pub-notype', { category: 'Skin Care' }],
    ['prod-semicolon.csv', 'x-semi', { price_cents: 3000, sku: 'S1' }],
    ['prod-utf16.csv', 'x-u16', { price_cents: 3000 }],
    ['trailing.csv', 'x-tr', { price_cents: 3000, active: true }],
    ['shopify-2025.csv', 'red-cap', { price_cents: 4900, barcode: '111', stock: 20, category: 'Hats' }],
  ])('%s adds %s', async (name, handle, product) => {
    expect(await imports.import(read(name), {}, name)).toMatchObject({ state: 'imported', file_name: name, added: 1 })
    expect(await find(handle)).toMatchObject({ active: true, ...product })
  })

  test('dup-barcode.csv adds both products after a note', async () => {
    const previewed = await imports.preview(read('dup-barcode.csv'))
    expect(previewed).toMatchObject({ counts: { new: 2 }, notes: { shared_barcode: 2 } })
  })

  test('partial-update.csv refuses an unknown handle, keeps the price, and sets the stock on request', async () => {
    const unknown = await imports.preview(read('partial-update.csv'))
    expect(unknown.counts).toMatchObject({ new: 0, refused: 1 })
    expect(await refusals(unknown.import_id)).toEqual([['Hydration Serum', 2, 'Handle']])
    const serum = { handle: 'hydration-serum', name: 'Hydration Serum', stock: 3, priceCents: 4200 }
    await makeProduct(connection().db, serum)
    expect(await imports.import(read('partial-update.csv'), { update_stock: true })).toMatchObject({ changed: 1 })
    expect(await find('hydration-serum')).toMatchObject({ stock: 12, price_cents: 4200 })
  })

  test('sci-barcode.csv refuses both rows', async () => {
    const { import_id } = await imports.preview(read('sci-barcode.csv'))
    expect(await refusals(import_id)).toEqual([
      ['Test Item', 2, 'Variant Barcode'],
      ['Test Item 2', 3, 'Variant Barcode'],
    ])
  })

  test('sum-footer.csv shows its totals row as a new product before anything is written', async () => {
    const { import_id } = await imports.preview(read('sum-footer.csv'))
    expect(await imports.rows(import_id, '?outcome=new')).toMatchObject([
      { handle: 'x-sf' },
      { handle: 'Total', name: '1' },
    ])
    expect(await find('Total')).toBeUndefined()
  })

  test('an export of Shopify has variants and pictures', async () => {
    expect(await imports.import(read('shopify-variants.csv'))).toMatchObject({ added: 2 })
    expect(await find('lash-serum')).toMatchObject({
      ...{ name: 'Lash Serum – 5 ml', price_cents: 3900, compare_at_cents: 4500, barcode: '0850012300017', stock: 8 },
      pictures: ['https://cdn.shopify.example/1.jpg', 'https://cdn.shopify.example/2.jpg'],
    })
    expect(await find('lash-serum--10-ml')).toMatchObject({ price_cents: 6900, weight_grams: 35 })
  })

  test('an export of WooCommerce is read with sales, stock, variations and categories', async () => {
    const imported = await imports.import(read('woocommerce.csv'))
    expect(imported).toMatchObject({ added: 5, counts: { refused: 1 } })
    expect(await refusals(imported.import_id)).toEqual([['Online Course', 5, 'Type']])
    expect(await find('repair-mask')).toMatchObject({
      ...{ name: 'Repair Mask', sku: 'WOO-MASK', barcode: '850012345678', stock: 14, weight_grams: 454 },
      ...{ price_cents: 1900, compare_at_cents: 2400, category: 'Masks', tags: ['dry', 'repair'] },
      pictures: [
        'https://shop.example/wp-content/uploads/mask-1.jpg',
        'https://shop.example/wp-content/uploads/mask-2.jpg',
      ],
    })
    expect(await find('styling-comb')).toMatchObject({ price_cents: 650, stock: null, category: 'Tools' })
    expect(await find('brow-tint--brown')).toMatchObject({
      ...{ name: 'Brow Tint – Brown', price_cents: 1200, stock: 3, category: 'Brows', sku: 'WOO-TINT-BR' },
      pictures: ['https://shop.example/wp-content/uploads/tint.jpg'],
    })
    expect(await find('brow-tint--black')).toMatchObject({ stock: 0 })
    expect(await find('old-cream')).toMatchObject({ active: false, category: null })
  })

  test('an export of BigCommerce is read with options, sales and categories', async () => {
    const imported = await imports.import(read('bigcommerce.csv'))
    expect(imported).toMatchObject({ added: 3, counts: { refused: 1 } })
    expect(await refusals(imported.import_id)).toEqual([['Gift E-Book', 6, 'Product Type']])
    expect(await find('gloss-serum')).toMatchObject({
      ...{ name: 'Gloss Serum', vendor: 'Orla', price_cents: 3000, stock: 9, category: 'Serums' },
      ...{ barcode: '850099990001', pictures: ['https://cdn.bigcommerce.example/gloss.jpg'] },
    })
    expect(await find('tint-brush')).toMatchObject({
      ...{ name: 'Tint Brush – Small', sku: 'BC-BRUSH-S', price_cents: 600, compare_at_cents: 800, stock: 4 },
    })
    expect(await find('tint-brush--large')).toMatchObject({ sku: 'BC-BRUSH-L', price_cents: 950, stock: 0 })
  })

  test('an export of Squarespace is read with variants below their product', async () => {
    const imported = await imports.import(read('squarespace.csv'))
    expect(imported).toMatchObject({ added: 3, counts: { refused: 1 } })
    expect(await find('silk-cap')).toMatchObject({
      ...{ name: 'Silk Cap – Small', price_cents: 1800, compare_at_cents: 2200, stock: 7, category: 'night' },
    })
    expect(await find('silk-cap--large')).toMatchObject({ name: 'Silk Cap – Large', price_cents: 2400, stock: null })
    expect(await find('satin-ribbon')).toMatchObject({ name: 'Satin Ribbon', active: false, stock: null })
  })

  test('an export of Wix is read with discounts and surcharges', async () => {
    expect(await imports.import(read('wix.csv'))).toMatchObject({ added: 3, counts: { refused: 0 } })
    expect(await find('nail-oil')).toMatchObject({
      ...{ price_cents: 900, compare_at_cents: 1200, stock: null, category: 'Nails', vendor: 'Orla' },
      pictures: ['https://static.wixstatic.com/media/a1b2c3~mv2.jpg', 'https://cdn.example/oil.png'],
    })
    expect(await find('nail-polish')).toMatchObject({ name: 'Nail Polish – Red', price_cents: 1000, stock: 5 })
    expect(await find('nail-polish--blue')).toMatchObject({ name: 'Nail Polish – Blue', price_cents: 1150, stock: 0 })
  })

  test('an export of Etsy is read; amounts in another currency are refused', async () => {
    const imported = await imports.import(read('etsy.csv'))
    expect(imported).toMatchObject({ added: 1, counts: { refused: 1 } })
    expect(await refusals(imported.import_id)).toEqual([['Candle for Europe', 5, 'PRICE']])
    expect(await find('hand-poured-candle')).toMatchObject({
      ...{ price_cents: 1850, stock: 6, tags: ['soy wax', 'candle'] },
      description_html: '<p>Soy &amp; &lt;cotton&gt;</p><p>Burns long</p>',
    })
  })

  test('importing an export again changes nothing', async () => {
    for (const name of ['woocommerce.csv', 'bigcommerce.csv', 'squarespace.csv', 'wix.csv', 'shopify-variants.csv']) {
      expect((await imports.preview(read(name))).counts, name).toMatchObject({ new: 0, changed: 0 })
    }
  })
})
