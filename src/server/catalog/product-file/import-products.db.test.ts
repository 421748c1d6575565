import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskStore } from '#server/platform/files/disk-store.ts'
import { databaseTest } from '#test/database.ts'
import { makeCategory, makeProduct } from '#test/factories.ts'
import { exportProducts } from './export-products.ts'
import { importProducts } from './import-products.ts'

const actor = { kind: 'command_line' } as const
const HEADING = 'Handle,Title,Type,Body (HTML),Variant Inventory Qty,Variant Price,Image Src,Image Alt Text'

databaseTest('import of products', (connection, engine) => {
  const folder = mkdtempSync(join(tmpdir(), `salonfront-import-${engine}-`))
  const dataDir = join(folder, 'data')
  const path = join(folder, 'products.csv')
  afterAll(() => rmSync(folder, { recursive: true }))

  const importText = (text: string, options: { countStock?: boolean; previewOnly?: boolean } = {}) => {
    writeFileSync(path, text)
    return importProducts(connection(), { path, files: diskStore(dataDir), actor, ...options })
  }
  const importRows = (...rows: string[]) => importText([HEADING, ...rows].join('\n'))
  const countRows = (...rows: string[]) => importText([HEADING, ...rows].join('\n'), { countStock: true })
  const find = (handle: string) =>
    connection().db.selectFrom('products').selectAll().where('handle', '=', handle).executeTakeFirst()
  const readImages = async (handle: string) =>
    connection()
      .db.selectFrom('product_images as image')
      .innerJoin('products', 'products.id', 'image.product_id')
      .where('handle', '=', handle)
      .select(['image.file', 'image.source_url', 'image.alt'])
      .orderBy('image.position')
      .execute()
  const uploads = () => readdirSync(join(dataDir, 'uploads'))

  beforeAll(async () => {
    mkdirSync(join(dataDir, 'uploads'), { recursive: true })
    const red = { create: { width: 1600, height: 2000, channels: 3 as const, background: 'red' } }
    await sharp(red).jpeg().toFile(join(folder, 'red.jpg'))
    await sharp(red).resize(64).jpeg().toFile(join(folder, 'small.jpg'))
    writeFileSync(join(folder, 'script.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    writeFileSync(join(folder, 'text.jpg'), 'not a picture')
    symlinkSync('/etc/hostname', join(folder, 'link.jpg'))
  })

  test('adds new products and creates the categories they name', async () => {
    const imported = await importRows(
      'pot,Pot,Garden,<p onclick=x()>Clay</p>,3,9.99,https://cdn.example/pot.jpg,A pot',
      'can,Can,Garden,,,0,,',
    )
    expect(imported).toMatchObject({ ok: true, added: 2, updated: 0, unchanged: 0, pictures: 0 })
    expect(await find('pot')).toMatchObject({ price_cents: 999, pv: 9, stock: 3, description_html: '<p>Clay</p>' })
    expect(await find('can')).toMatchObject({ price_cents: 0, stock: null })
    expect(await readImages('pot')).toEqual([{ file: null, source_url: 'https://cdn.example/pot.jpg', alt: 'A pot' }])
    const { db } = connection()
    expect(await db.selectFrom('categories').select(['slug', 'name']).execute()).toEqual([
      { slug: 'garden', name: 'Garden' },
    ])
  })

  test('importing the same file again changes nothing', async () => {
    const before = await find('pot')
    const repeated = await importText(readFileSync(path, 'utf8'))
    expect(repeated).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
    expect(await find('pot')).toEqual(before)
  })

  test('a category is matched by name, whatever its slug, so that reading an export back adds none', async () => {
    const { db } = connection()
    const { id: categoryId, name } = await makeCategory(db, { name: 'Studio Essentials', slug: 'studio' })
    const towel = await makeProduct(db, { categoryId })
    const exported = join(folder, 'categories.csv')
    await exportProducts(connection(), exported)
    expect(await importProducts(connection(), { path: exported, files: diskStore(dataDir), actor })).toMatchObject({
      updated: 0,
    })
    expect(await importRows('file,Glass File,Studio Essentials,,,6.25,,')).toMatchObject({ added: 1 })
    expect(await find('file')).toMatchObject({ category_id: categoryId })
    expect(await db.selectFrom('categories').select('slug').where('name', '=', name).execute()).toEqual([
      { slug: 'studio' },
    ])
    await db.deleteFrom('products').where('handle', 'in', ['file', towel.handle]).execute()
  })

  test('a known handle is updated; its pictures stay unless the file contains some', async () => {
    const before = await find('pot')
    expect(await countRows('pot,Big Pot,Garden,<p>Clay</p>,0,12.50,,')).toMatchObject({ updated: 1, added: 0 })
    expect(await find('pot')).toMatchObject({ id: before?.id, name: 'Big Pot', stock: 0, price_cents: 1250, pv: 9 })
    expect(await readImages('pot')).toHaveLength(1)
    expect(await importRows('pot,Big Pot,Garden,<p>Clay</p>,0,12.50,//cdn.example/new.jpg,')).toMatchObject({
      updated: 1,
    })
    expect(await readImages('pot')).toEqual([{ file: null, source_url: '//cdn.example/new.jpg', alt: '' }])
  })

  test('a product that is not taxable is exempt, until a file changes that', async () => {
    const file = (cell: string) => importText(`Handle,Title,Variant Price,Variant Taxable\nbook,Book,5,${cell}\n`)
    await file('false')
    expect(await find('book')).toMatchObject({ tax_exempt: true })
    await importText('Handle,Title,Variant Price\nbook,Books,5\n')
    expect(await find('book')).toMatchObject({ name: 'Books', tax_exempt: true })
    const exported = join(folder, 'exempt.csv')
    await exportProducts(connection(), exported)
    expect(await importProducts(connection(), { path: exported, files: diskStore(dataDir), actor })).toMatchObject({
      updated: 0,
    })
    await file('true')
    expect(await find('book')).toMatchObject({ tax_exempt: false })
    await connection().db.deleteFrom('products').where('handle', '=', 'book').execute()
  })

  test('barcode and shelf are imported and exported, and stay if a file omits them', async () => {
    const file = (...rows: string[]) =>
      importText(['Handle,Title,Variant Price,Variant Barcode,Shelf', ...rows].join('\n'))
    expect(await file("lamp,Lamp,5,'012345678905,A2-1", 'bulb,Bulb,5,ean-2,')).toMatchObject({ added: 2 })
    expect(await find('lamp')).toMatchObject({ barcode: '012345678905', shelf: 'A2-1' })
    expect(await find('bulb')).toMatchObject({ barcode: 'ean-2', shelf: '' })
    await importText('Handle,Title,Variant Price\nlamp,Lamps,5\n')
    expect(await find('lamp')).toMatchObject({ name: 'Lamps', barcode: '012345678905', shelf: 'A2-1' })
    const exported = join(folder, 'shelves.csv')
    await exportProducts(connection(), exported)
    expect(await importProducts(connection(), { path: exported, files: diskStore(dataDir), actor })).toMatchObject({
      updated: 0,
    })
    expect(await file('lamp,Lamps,5,ean-2,A2-1', 'bulb,Bulb,5,012345678905,')).toMatchObject({ updated: 2 })
    expect(await find('bulb')).toMatchObject({ barcode: '012345678905' })
    expect(await file('lamp,Lamps,5,,')).toMatchObject({ updated: 1 })
    expect(await find('lamp')).toMatchObject({ barcode: null, shelf: '' })
  })

  test('the commissionable share is imported; an empty one keeps the current value, and means 100 % for a new product', async () => {
    const file = (...rows: string[]) =>
      importText(['Handle,Title,Variant Price,PV,Commissionable Share', ...rows].join('\n'))
    expect(await file('kit,Training Kit,90,0,0', 'book,Book,5,5,')).toMatchObject({ added: 2 })
    expect([await find('kit'), await find('book')]).toMatchObject([
      { commissionable_bp: 0 },
      { commissionable_bp: 10_000 },
    ])
    expect(await file('kit,Training Kit,90,0,', 'book,Book,5,5,33.25')).toMatchObject({ updated: 1, unchanged: 1 })
    await importText('Handle,Title,Variant Price\nbook,Books,5\n')
    expect([await find('kit'), await find('book')]).toMatchObject([
      { commissionable_bp: 0 },
      { name: 'Books', commissionable_bp: 3325 },
    ])
    expect(await file('book,Books,5,5,100.5')).toMatchObject({
      ok: false,
      refusal: {
        line: 2,
        column: 'Commissionable Share',
        sentence: '“100.5” is not a percentage from 0 to 100 with at most two decimals.',
      },
    })
    await connection().db.deleteFrom('products').where('handle', 'in', ['kit', 'book']).execute()
  })

  test('several products may share a barcode, and all of them are reported at once', async () => {
    const file = (...rows: string[]) => importText(['Handle,Title,Variant Price,Variant Barcode', ...rows].join('\n'))
    const imported = await file('wick,Wick,5,W-1', 'wax,Wax,5,W-1', 'tape,Tape,5,012345678905', 'cord,Cord,5,C-1')
    expect(imported).toMatchObject({ ok: true, added: 4 })
    expect(imported.ok && imported.report.sharedBarcodes.first).toEqual([
      {
        barcode: 'W-1',
        products: [
          { line: 2, handle: 'wick', name: 'Wick' },
          { line: 3, handle: 'wax', name: 'Wax' },
        ],
        others: [],
      },
      { barcode: '012345678905', products: [{ line: 4, handle: 'tape', name: 'Tape' }], others: ['Bulb'] },
    ])
    expect([await find('wick'), await find('wax')]).toMatchObject([{ barcode: 'W-1' }, { barcode: 'W-1' }])
    const swapped = await file('wick,Wick,5,C-1', 'cord,Cord,5,W-2')
    expect(swapped.ok && swapped.report.sharedBarcodes.count).toBe(0)
    await connection()
      .db.deleteFrom('products')
      .where('handle', 'in', ['lamp', 'bulb', 'wick', 'wax', 'tape', 'cord'])
      .execute()
  })

  test('a different quantity is booked as a count, an empty one ends tracking, and a package has none', async () => {
    const { db, pool } = connection()
    const tin = await makeProduct(db, { handle: 'tin', name: 'Tin', stock: 4 })
    const kit = await makeProduct(db, { handle: 'tins', name: 'Tins', contents: [{ productId: tin.id }] })
    const movements = async (id: number) =>
      (await pool.query('select kind, quantity, made_by from stock_movements where product_id = $1 order by id', [id]))
        .rows
    const row = (stock: string) => `tin,Tin,Garden,,${stock},10.00,,`
    expect(await countRows(row('7'), 'tins,Tins,Package,,9,10.00,,')).toMatchObject({ ok: true, added: 0 })
    expect(await movements(tin.id)).toEqual([
      { kind: 'opening', quantity: 4, made_by: 'new product' },
      { kind: 'count', quantity: 3, made_by: 'command line' },
    ])
    expect([await find('tin'), await find('tins')]).toMatchObject([{ stock: 7 }, { stock: null }])
    expect(await movements(kit.id)).toEqual([])
    expect(await countRows(row('7'))).toMatchObject({ unchanged: 1 })
    expect(await countRows(row(''))).toMatchObject({ updated: 1 })
    expect(await find('tin')).toMatchObject({ stock: null })
    expect(await countRows(row('2'))).toMatchObject({ updated: 1 })
    expect([await find('tin'), (await movements(tin.id)).length]).toMatchObject([{ stock: 2 }, 3])
    await pool.query('delete from package_contents')
    await pool.query(`update products set active = false where handle in ('tin', 'tins')`)
  })

  test('a price update leaves the stock unchanged and reports it; new products get their first count', async () => {
    const { db, pool } = connection()
    const foil = await makeProduct(db, { handle: 'foil', name: 'Foil', stock: 10, priceCents: 500 })
    const comb = await makeProduct(db, { handle: 'comb', name: 'Comb', priceCents: 500 })
    // Sold after the file was written.
    await pool.query(
      `insert into stock_movements (product_id, quantity, kind, reason, made_by) values ($1, -1, 'correction', 'test', 'test')`,
      [foil.id],
    )
    const rows = ['foil,Foil,,,10,6.00,,', 'comb,Comb,,,4,5.00,,', 'bowl,Bowl,,,7,9.00,,']
    const imported = await importRows(...rows)
    expect(imported).toMatchObject({ added: 1, updated: 1, unchanged: 1 })
    expect([await find('foil'), await find('comb'), await find('bowl')]).toMatchObject([
      { stock: 9, price_cents: 600 },
      { stock: null },
      { stock: 7 },
    ])
    expect(imported.ok && imported.report.stockLeft.first).toEqual([
      { line: 2, handle: 'foil', name: 'Foil', note: '9, in the file 10' },
      { line: 3, handle: 'comb', name: 'Comb', note: 'not counted, in the file 4' },
    ])
    const counted = await countRows(...rows)
    expect(counted.ok && counted.report.stockChanged.first.map(({ handle, note }) => [handle, note])).toEqual([
      ['foil', '9 → 10'],
      ['comb', 'not counted → 4'],
    ])
    expect(counted.ok && counted.report.stockLeft.count).toBe(0)
    expect([await find('foil'), await find('comb')]).toMatchObject([{ stock: 10 }, { stock: 4 }])
    expect(await importText('Handle,Title\nfoil,Foil\n', { countStock: true })).toMatchObject({
      ok: false,
      refusal: { line: 1, column: 'Variant Inventory Qty' },
    })
    await pool.query(`update products set active = false where id = any($1)`, [[foil.id, comb.id]])
    await pool.query(`update products set active = false where handle = 'bowl'`)
  })

  test('a file of only stock, barcodes or prices updates known products, and is refused with the line of an unknown one', async () => {
    const { db } = connection()
    await importText(
      'Handle,Title,Option1 Value,Variant Price,Vendor,Type,Variant Inventory Qty\ngel,Gel,Small,5,Acme,Gels,3\ngel,,Large,8,,,4\n',
    )
    const before = await find('gel')
    expect(await importText('Handle,Variant Barcode\ngel,G-1\n')).toMatchObject({ added: 0, updated: 1 })
    expect(await importText('Handle,Title,Price\ngel,Gel,6.00\n')).toMatchObject({ updated: 1 })
    const { updated_at: _updated, search: _search, list_search: _list, version: _version, ...unchanged } = before ?? {}
    expect(await find('gel')).toMatchObject({
      ...unchanged,
      ...{ name: 'Gel – Small', barcode: 'G-1', price_cents: 600, selling_price_cents: 600 },
    })
    expect(
      await importText('Handle,Option1 Value,Inventory quantity\ngel,Small,12\ngel,Large,\n', { countStock: true }),
    ).toMatchObject({ updated: 2 })
    expect([await find('gel'), await find('gel--large')]).toMatchObject([{ stock: 12 }, { stock: null }])
    for (const [text, line, column] of [
      ['Handle,Variant Barcode\ngel,G-2\nnone,G-3\n', 3, 'Handle'],
      ['URL handle,Title,Inventory quantity\nnone,None,1\n', 2, 'URL handle'],
      ['Handle,Variant Price\nnone,1\n', 2, 'Handle'],
    ] as const) {
      expect(await importText(text)).toMatchObject({
        ok: false,
        refusal: {
          ...{ line, column },
          sentence: 'There is no product with the handle “none”; a new one needs a title and a price.',
        },
      })
    }
    expect(await importText('Handle,Cost per item\ngel,3\n')).toMatchObject({
      refusal: { line: 1, sentence: 'The file has no known column other than the handle.' },
    })
    expect(await find('gel')).toMatchObject({ barcode: 'G-1' })
    await db.updateTable('products').set({ active: false }).where('handle', 'like', 'gel%').execute()
  })

  test('many rows are merged in slices; an interrupted import has merged whole products, and the same file completes it', async () => {
    const { db, pool } = connection()
    const rows = (price: string) =>
      Array.from({ length: 400 }, (_, n) => `slice-${n},Slice ${n},Slices,<p>${price}</p>,2,${price},,`)
    expect(await importRows(...rows('1.00'))).toMatchObject({ added: 400 })
    const begun: number[] = []
    const merged: number[] = []
    await pool.query(`
      create function stop_at_300() returns trigger language plpgsql as $$
      begin if new.handle = 'slice-300' then raise exception 'stopped by a test'; end if; return new; end $$;
      create trigger stop_at_300 before update on products for each row execute function stop_at_300()`)
    writeFileSync(path, [HEADING, ...rows('2.00')].join('\n'))
    const importPromise = importProducts(connection(), {
      ...{ path, files: diskStore(dataDir), actor },
      onBegun: async () => void begun.push(1),
      onMerged: async () => void merged.push(1),
    })
    await expect(importPromise).rejects.toThrow(/stopped after \d+ of 400 products/)
    await pool.query('drop trigger stop_at_300 on products; drop function stop_at_300')
    const prices = async () =>
      (
        await pool.query<{ price_cents: number; body: string; count: number }>(
          `select price_cents, description_html as body, count(*)::int as count from products where handle like 'slice-%' group by 1, 2 order by 1`,
        )
      ).rows
    const [unmerged, mergedPrices] = await prices()
    expect([begun, merged]).toEqual([[1], []])
    expect(unmerged).toMatchObject({ price_cents: 100, body: '<p>1.00</p>' })
    expect(mergedPrices).toMatchObject({ price_cents: 200, body: '<p>2.00</p>' })
    expect(mergedPrices?.count).toBeLessThanOrEqual(300)
    expect(await importRows(...rows('2.00'))).toMatchObject({
      updated: unmerged?.count,
      unchanged: mergedPrices?.count,
    })
    expect(await prices()).toEqual([{ price_cents: 200, body: '<p>2.00</p>', count: 400 }])
    await db.updateTable('products').set({ active: false }).where('handle', 'like', 'slice-%').execute()
  })

  test('a known product keeps its values if the file has no column for them', async () => {
    const before = await find('pot')
    expect(await importText('Handle,Title,Variant Price\npot,Pot,12.50\n')).toMatchObject({ updated: 1 })
    const {
      name: _name,
      updated_at: _updated,
      search: _search,
      list_search: _list,
      version: _version,
      ...unchanged
    } = before ?? {}
    expect(await find('pot')).toMatchObject({ ...unchanged, name: 'Pot' })
  })

  test('a package keeps its category and contents, and loses the contents when it is no longer a package', async () => {
    const { db } = connection()
    const { id: categoryId } = await makeCategory(db, { name: 'Kits' })
    const part = await makeProduct(db)
    const kit = await makeProduct(db, { handle: 'kit', contents: [{ productId: part.id }], categoryId })
    const contents = () =>
      db.selectFrom('package_contents').select('product_id').where('package_id', '=', kit.id).execute()
    await importRows('kit,Kit,Package,,,10,,')
    expect(await find('kit')).toMatchObject({ kind: 'package', category_id: categoryId })
    expect(await contents()).toHaveLength(1)
    await importRows('kit,Kit,Kits,,,10,,')
    expect(await find('kit')).toMatchObject({ kind: 'product', category_id: categoryId })
    expect(await contents()).toEqual([])
  })

  test('a picture next to the file is stored in every size and format, once', async () => {
    expect(await importRows('red,Red,,,,1,red.jpg,Red', 'red-too,Red too,,,,1,./red.jpg,')).toMatchObject({
      pictures: 1,
    })
    const [image] = await readImages('red')
    expect(image).toMatchObject({ file: expect.stringMatching(/^[0-9a-f]{32}$/), source_url: null, alt: 'Red' })
    expect((await readImages('red-too'))[0]?.file).toBe(image?.file)
    const sizes = [320, 640, 960, 1280].flatMap((width) => [
      `${image?.file}-${width}.avif`,
      `${image?.file}-${width}.webp`,
    ])
    expect(uploads().sort()).toEqual(sizes.sort())
    const { width, height, format } = await sharp(join(dataDir, 'uploads', `${image?.file}-640.webp`)).metadata()
    expect({ width, height, format }).toEqual({ width: 640, height: 800, format: 'webp' })
  })

  test('a preview writes nothing, and lists what an import then reports', async () => {
    const { db } = connection()
    await makeProduct(db, { handle: 'known', name: 'Known', priceCents: 500, stock: 3 })
    const readAll = async () => [
      await db.selectFrom('products').selectAll().orderBy('id').execute(),
      await db.selectFrom('product_images').selectAll().orderBy('id').execute(),
      await db.selectFrom('categories').selectAll().orderBy('id').execute(),
      uploads().sort(),
    ]
    const text = [
      HEADING,
      'known,Known,,,8,7.00,,',
      'fresh-1,Fresh,Fresh ones,,0,0,https://cdn.example/a.jpg,',
      'fresh-2,Fresh too,,,5,1,small.jpg,',
      'Total,1,,,,30.00,,',
    ].join('\n')
    const before = await readAll()
    const previewed = await importText(text, { previewOnly: true })
    expect(await readAll()).toEqual(before)
    expect(previewed).toMatchObject({ ok: true, added: 3, updated: 1, unchanged: 0, pictures: 1 })
    const handles = (list: { first: { handle: string }[] }) => list.first.map(({ handle }) => handle)
    if (!previewed.ok) throw new Error(previewed.refusal.sentence)
    const { report } = previewed
    expect(report.changed.first).toEqual([{ line: 2, handle: 'known', name: 'Known', note: 'price' }])
    expect(handles(report.added)).toEqual(['fresh-1', 'fresh-2', 'Total'])
    expect(handles(report.soldOut)).toEqual(['fresh-1'])
    expect(handles(report.free)).toEqual(['fresh-1'])
    expect(handles(report.withoutPicture)).toEqual(['known', 'fresh-1', 'Total'])
    expect(report.onlyAddresses).toBe(1)
    expect(handles(report.withoutCategory)).toEqual(['known', 'fresh-2', 'Total'])
    expect(handles(report.stockLeft)).toEqual(['known'])
    const imported = await importText(text)
    expect(imported.ok && imported.report).toEqual(report)
    await db
      .updateTable('products')
      .set({ active: false })
      .where('handle', 'in', ['known', 'fresh-1', 'fresh-2', 'Total'])
      .execute()
  })

  describe('is all or nothing', () => {
    const readAll = async () => {
      const { db } = connection()
      return {
        products: await db.selectFrom('products').selectAll().orderBy('id').execute(),
        images: await db.selectFrom('product_images').selectAll().orderBy('id').execute(),
        categories: await db.selectFrom('categories').selectAll().orderBy('id').execute(),
        uploads: uploads().sort(),
      }
    }
    const validRows = ['pot,Changed,New category,,1,1,small.jpg,', 'fresh,Fresh,,,,1,,']

    test.each([
      ['bad,Bad,,,,-1,,', 'Variant Price', '“-1” is negative.'],
      ['bad,Bad,,,,1.005,,', 'Variant Price', '“1.005” has a fraction of a cent.'],
      [',Bad,,,,1,,', 'Handle', 'Handle is missing.'],
      [
        'pot,Again,,,,1,,',
        'Handle',
        '“pot” is also the handle of line 2; the rows of a product must follow one another.',
      ],
      ['bad,Bad,,,,1,none.jpg,', 'Image Src', 'There is no file “none.jpg” next to the CSV file.'],
      ['bad,Bad,,,,1,text.jpg,', 'Image Src', '“text.jpg”: This isn’t a JPEG, PNG, WebP, AVIF or GIF picture.'],
      ['bad,Bad,,,,1,script.svg,', 'Image Src', '“script.svg”: This isn’t a JPEG, PNG, WebP, AVIF or GIF picture.'],
      ['bad,Bad,,,,1,/etc/hostname,', 'Image Src', 'There is no file “/etc/hostname” next to the CSV file.'],
      ['bad,Bad,,,,1,link.jpg,', 'Image Src', 'There is no file “link.jpg” next to the CSV file.'],
      ['bad,Bad,,,,1,../x.jpg,', 'Image Src', 'There is no file “../x.jpg” next to the CSV file.'],
      [
        'bad,Bad,,,,1,file:///etc/hostname,',
        'Image Src',
        '“file:///etc/hostname” is neither a file name nor an HTTP address.',
      ],
    ])('with %s in its last row', async (row, column, message) => {
      const before = await readAll()
      expect(await importRows(...validRows, row)).toEqual({
        ok: false,
        refusal: { code: 'row_invalid', line: 4, column, sentence: message },
      })
      expect(await readAll()).toEqual(before)
    })
  })

  test('leaves no temporary table behind', async () => {
    const { rows } = await connection().pool.query(`select relname from pg_class where relname like 'import\\_%'`)
    expect(rows).toEqual([])
  })

  test('export, import and export again produce the same bytes', async () => {
    const { db } = connection()
    await makeProduct(db, {
      handle: 'odd',
      name: '=SUM(A1) "quoted", –\n two lines',
      sku: "'=1",
      vendor: '@vendor',
      descriptionHtml: '<p>a\r\nb, "c"</p>',
      priceCents: 5,
      compareAtCents: 1,
      pv: 0,
      commissionableBp: 0,
      weightGrams: 0,
      active: false,
    })
    const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')]
    const before = await db.selectFrom('products').selectAll().orderBy('id').execute()
    expect(await exportProducts(connection(), first)).toBe(before.length)
    expect(await importProducts(connection(), { path: first, files: diskStore(dataDir), actor })).toMatchObject({
      updated: 0,
      added: 0,
    })
    expect(await db.selectFrom('products').selectAll().orderBy('id').execute()).toEqual(before)
    await exportProducts(connection(), second)
    expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'))

    // An empty shop gives the same bytes too, except for the IDs.
    await connection().pool.query('truncate products, categories cascade')
    expect(await importProducts(connection(), { path: first, files: diskStore(dataDir), actor })).toMatchObject({
      added: before.length,
    })
    expect(await find('odd')).toMatchObject({ commissionable_bp: 0 })
    await exportProducts(connection(), second)
    const withoutIds = (file: string) => readFileSync(file, 'utf8').replaceAll(/,\d+$/gm, '')
    expect(withoutIds(second)).toBe(withoutIds(first))
  })
})
