import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { importProducts } from './import-products.ts'

const FILES = new URL('../../../../test/fixtures/products/', import.meta.url)

databaseTest('product files of other programs', (connection, engine) => {
  const folder = mkdtempSync(join(tmpdir(), `salonfront-foreign-${engine}-`))
  afterAll(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'uploads'))

  const load = (name: string, options: { countStock?: boolean; previewOnly?: boolean } = {}) => {
    const path = join(folder, name)
    copyFileSync(new URL(name, FILES), path)
    return importProducts(connection(), { path, files: diskStore(folder), actor: { kind: 'command_line' }, ...options })
  }
  const find = (handle: string) =>
    connection()
      .db.selectFrom('products')
      .leftJoin('categories', 'categories.id', 'category_id')
      .select(['products.id', 'stock', 'price_cents', 'barcode', 'sku', 'categories.name as category', 'active'])
      .where('handle', '=', handle)
      .executeTakeFirst()

  test.each([
    ['untracked.csv', 'pub-untracked', { stock: null }],
    ['policy-continue.csv', 'pub-backorder', { stock: null }],
    ['no-type.csv', 'pub-notype', { category: 'Skin Care' }],
    ['prod-semicolon.csv', 'x-semi', { price_cents: 3000, sku: 'S1' }],
    ['prod-utf16.csv', 'x-u16', { price_cents: 3000 }],
    ['trailing.csv', 'x-tr', { price_cents: 3000, active: true }],
    [
      'shopify-2025.csv',
      'red-cap',
      { price_cents: 4900, sku: 'CAP-1', barcode: '111', stock: 20, category: 'Hats', active: true },
    ],
  ])('%s adds %s', async (name, handle, product) => {
    expect(await load(name)).toMatchObject({ ok: true, added: 1 })
    expect(await find(handle)).toMatchObject({ active: true, ...product })
  })

  test('dup-barcode.csv adds both products, and reports the barcode with both', async () => {
    const imported = await load('dup-barcode.csv')
    expect(imported).toMatchObject({ ok: true, added: 2 })
    expect(imported.ok && imported.report.sharedBarcodes.first).toMatchObject([
      { barcode: '0741360637481', products: [{ line: 2 }, { line: 3 }] },
    ])
  })

  test('partial-update.csv keeps the price, and sets the stock on request; it is refused for an unknown handle', async () => {
    expect(await load('partial-update.csv')).toMatchObject({ ok: false, refusal: { line: 2, column: 'Handle' } })
    await makeProduct(connection().db, {
      handle: 'hydration-serum',
      name: 'Hydration Serum',
      stock: 3,
      priceCents: 4200,
    })
    const imported = await load('partial-update.csv')
    expect(imported).toMatchObject({ ok: true, updated: 0, unchanged: 1 })
    expect(imported.ok && imported.report.stockLeft.count).toBe(1)
    expect(await find('hydration-serum')).toMatchObject({ stock: 3, price_cents: 4200 })
    expect(await load('partial-update.csv', { countStock: true })).toMatchObject({ updated: 1 })
    expect(await find('hydration-serum')).toMatchObject({ stock: 12, price_cents: 4200 })
  })

  test('sci-barcode.csv is refused with a line number', async () => {
    expect(await load('sci-barcode.csv')).toMatchObject({
      ok: false,
      refusal: {
        line: 2,
        column: 'Variant Barcode',
        sentence: expect.stringContaining('shortened by the spreadsheet'),
      },
    })
    expect(await find('x-sci3')).toBeUndefined()
  })

  test('the sum row in sum-footer.csv shows up in the preview', async () => {
    const previewed = await load('sum-footer.csv', { previewOnly: true })
    expect(previewed.ok && previewed.report.added.first).toEqual([
      { line: 2, handle: 'x-sf', name: 'Test Item' },
      { line: 3, handle: 'Total', name: '1' },
    ])
    expect(await find('Total')).toBeUndefined()
  })
})
