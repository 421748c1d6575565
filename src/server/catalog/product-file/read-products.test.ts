import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { guardFormula, unguardFormula } from '#server/platform/csv/formula-guard.ts'
import { eachRow, openCsvFile } from '#server/platform/csv/read-rows.ts'
import { RowError } from '#server/platform/csv/row.ts'
import { COLUMN_ALIASES, COLUMNS, REQUIRED_COLUMNS } from './columns.ts'
import { readProducts } from './read-products.ts'

const folder = mkdtempSync(join(tmpdir(), 'salonfront-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function readText(text: string | Buffer) {
  const path = join(folder, 'products.csv')
  writeFileSync(path, text)
  const products = []
  const file = await openCsvFile(path, { columns: COLUMNS, required: REQUIRED_COLUMNS, aliases: COLUMN_ALIASES })
  for await (const product of readProducts(eachRow(file))) products.push(product)
  return products
}

/** Reads rows keyed by column name. Columns without a value must be passed explicitly. */
const read = (...rows: Record<string, string>[]) => {
  const columns = [...new Set(['Handle', 'Title', 'Variant Price', ...rows.flatMap((row) => Object.keys(row))])]
  return readText(stringify(rows, { header: true, columns }))
}
const one = { Handle: 'pot', Title: 'Pot', 'Variant Price': '9.99' }

async function catchRowError(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof RowError)) throw error ?? new Error('The file was read without an error.')
  return [error.line, error.column, error.message]
}

describe('a product of a file', () => {
  test('has a default for everything but handle, title and price', async () => {
    expect(await read(one)).toMatchObject([
      {
        handle: 'pot',
        name: 'Pot',
        kind: 'product',
        category: undefined,
        vendor: '',
        tags: [],
        sku: '',
        descriptionHtml: '',
        priceCents: 999,
        compareAtCents: null,
        pv: 9,
        commissionableBp: undefined,
        weightGrams: 0,
        stock: null,
        active: true,
        images: [],
      },
    ])
  })

  test('reads every field that the shop stores', async () => {
    const [product] = await read({
      ...one,
      'Body (HTML)': '<p onclick="x()">Clay</p>',
      Vendor: 'Kiln',
      Type: 'Brows & Lashes',
      Tags: 'Pot, Plants,,  Red ',
      'Variant SKU': 'P-1',
      'Variant Grams': '453.59',
      'Variant Inventory Qty': '3',
      'Variant Price': '1,250',
      'Variant Compare At Price': '1300.50',
      PV: '7',
    })
    expect(product).toMatchObject({
      descriptionHtml: '<p>Clay</p>',
      vendor: 'Kiln',
      category: { slug: 'brows-lashes', name: 'Brows & Lashes' },
      tags: ['Pot', 'Plants', 'Red'],
      sku: 'P-1',
      weightGrams: 454,
      stock: 3,
      priceCents: 125_000,
      compareAtCents: 130_050,
      pv: 7,
    })
  })

  test('is a package if its type is Package, and may be free', async () => {
    const [product] = await read({ ...one, Type: 'package', 'Variant Price': '0' })
    expect(product).toMatchObject({ kind: 'package', category: undefined, priceCents: 0, pv: 0 })
  })

  test.each([
    [{ Status: 'active' }, true],
    [{ Status: 'Active', Published: 'TRUE' }, true],
    [{ Status: 'draft' }, false],
    [{ Status: 'archived', Published: 'true' }, false],
    [{ Status: 'active', Published: 'false' }, false],
    [{ Published: '' }, true],
  ])('with %j is in the shop: %s', async (cells, active) => {
    const [product] = await read({ ...one, ...cells } as Record<string, string>)
    expect(product?.active).toBe(active)
  })

  test.each([
    ['100', 10_000],
    ['33.25', 3325],
    ['85 %', 8500],
    ['0', 0],
    [' ', undefined],
  ])('with the commissionable share “%s” has %s basis points', async (cell, basisPoints) => {
    const [product] = await read({ ...one, 'Commissionable Share': cell })
    expect(product?.commissionableBp).toBe(basisPoints)
  })

  test.each([
    [{ 'Variant Inventory Qty': '3', 'Variant Inventory Tracker': 'shopify' }, 3],
    [{ 'Variant Inventory Qty': '3', 'Variant Inventory Tracker': 'amazon_marketplace_web' }, 3],
    [{ 'Variant Inventory Qty': '0', 'Variant Inventory Tracker': '' }, null],
    [{ 'Variant Inventory Qty': '5', 'Variant Inventory Tracker': ' ' }, null],
    [{ 'Variant Inventory Qty': '-3', 'Variant Inventory Policy': 'continue' }, null],
    [
      { 'Variant Inventory Qty': '4', 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Policy': 'Continue' },
      null,
    ],
    [{ 'Variant Inventory Qty': '4', 'Variant Inventory Policy': 'TRUE' }, null],
    [{ 'Variant Inventory Qty': '0', 'Variant Inventory Policy': 'deny' }, 0],
    [{ 'Variant Inventory Qty': '12.0' }, 12],
    [{ 'Variant Inventory Qty': '1,200' }, 1200],
    [{ 'Variant Inventory Qty': '-1,200.00' }, 0],
    [{ 'Variant Inventory Qty': '' }, null],
  ])('with %j has a stock of %s', async (cells, stock) => {
    const [product] = await read({ ...one, ...cells } as Record<string, string>)
    expect(product?.stock).toBe(stock)
  })

  test.each([
    [{ Type: '', 'Product Category': 'Health & Beauty > Skin Care' }, 'Skin Care'],
    [{ 'Product Category': 'Hair Color' }, 'Hair Color'],
    [{ Type: 'Serums', 'Product Category': 'Health & Beauty > Skin Care' }, 'Serums'],
    [{ 'Product Category': 'Uncategorized' }, undefined],
    [{ 'Product Category': ' ' }, undefined],
    [{ Type: 'Package', 'Product Category': 'Kits' }, undefined],
  ])('with %j is filed under %s', async (cells, name) => {
    const [product] = await read({ ...one, ...cells } as Record<string, string>)
    expect(product?.category?.name).toBe(name)
  })

  test.each([
    ["'0741360637481", '0741360637481'],
    ['741360637481.0', '741360637481'],
    ['', null],
    ['1E5', '1E5'],
  ])('with the barcode %s has %s', async (cell, barcode) => {
    expect(await read({ ...one, 'Variant Barcode': cell })).toMatchObject([{ barcode }])
  })

  test('oversold in Shopify is sold out', async () => {
    expect(await read({ ...one, 'Variant Inventory Qty': '-2' })).toMatchObject([{ stock: 0 }])
  })
})

describe('variants', () => {
  const variant = (option: string, cells = {}) => ({
    ...one,
    'Option1 Name': 'Size',
    'Option1 Value': option,
    ...cells,
  })

  test('become separate products, the first under the handle itself', async () => {
    const rows = [
      variant('Small'),
      variant('1/2', { Title: '' }),
      variant('1-2', { Title: '', 'Option2 Value': 'Red' }),
    ]
    const products = await read(...rows, variant('🙂', { Title: '' }), variant('1-2', { Title: '' }))
    expect(products.map(({ handle, name }) => [handle, name])).toEqual([
      ['pot', 'Pot – Small'],
      ['pot--1-2', 'Pot – 1/2'],
      ['pot--1-2-red', 'Pot – 1-2 / Red'],
      ['pot--4', 'Pot – 🙂'],
      ['pot--1-2-2', 'Pot – 1-2'],
    ])
  })

  test('a single variant gets no other name or handle', async () => {
    expect(await read(variant('Small'))).toMatchObject([{ handle: 'pot', name: 'Pot' }])
  })

  test('share the pictures, with their own first', async () => {
    const products = await read(
      variant('Small', { 'Image Src': 'b.jpg', 'Image Position': '2', 'Image Alt Text': 'B' }),
      variant('Large', { Title: '', 'Variant Image': 'b.jpg' }),
      { Handle: 'pot', Title: '', 'Variant Price': '', 'Image Src': 'a.jpg', 'Image Position': '1' },
    )
    expect(products.map(({ images }) => images.map(({ src }) => src))).toEqual([
      ['a.jpg', 'b.jpg'],
      ['b.jpg', 'a.jpg'],
    ])
    expect(products[1]?.images[0]?.alt).toBe('B')
  })
})

describe('an invalid cell is reported by line and column', () => {
  const second = { ...one, Handle: 'second', Title: 'Second' }
  test.each([
    [{ 'Variant Price': '-1.00' }, 'Variant Price', '“-1.00” is negative.'],
    [{ 'Variant Price': "'-1" }, 'Variant Price', "“'-1” is negative."],
    [{ 'Variant Price': '9.999' }, 'Variant Price', '“9.999” has a fraction of a cent.'],
    [{ 'Variant Price': 'free' }, 'Variant Price', '“free” is not an amount in dollars.'],
    [{ 'Variant Price': '1e3' }, 'Variant Price', '“1e3” is not an amount in dollars.'],
    [{ 'Variant Price': '21474836.48' }, 'Variant Price', '“21474836.48” is too large for an amount.'],
    [{ 'Variant Price': '' }, 'Variant Price', 'The amount is missing; write 0 for zero.'],
    [{ 'Variant Compare At Price': '-3' }, 'Variant Compare At Price', '“-3” is negative.'],
    [{ Handle: ' ' }, 'Handle', 'Handle is missing.'],
    [{ Title: '' }, 'Title', 'Title is missing.'],
    [{ Title: 'x'.repeat(256) }, 'Title', 'The text has 256 characters; the limit is 255.'],
    [{ 'Variant Grams': '-1' }, 'Variant Grams', '“-1” is not a number of 0 or more.'],
    [{ 'Variant Inventory Qty': '1.5' }, 'Variant Inventory Qty', '“1.5” is not a whole number.'],
    [{ 'Variant Inventory Qty': '99999999999' }, 'Variant Inventory Qty', '“99999999999” is too large.'],
    ...[`${'<b>'.repeat(101)}x`, '<b></b>'.repeat(5001)].map((body): [Record<string, string>, string, string] => [
      { 'Body (HTML)': body },
      'Body (HTML)',
      'The text has more than 10000 tags, or tags more than 100 deep.',
    ]),
    [{ PV: '-1' }, 'PV', '“-1” is negative.'],
    ...(['-1', '100.01', '12.345', 'half'].map((share) => [
      { 'Commissionable Share': share },
      'Commissionable Share',
      `“${share}” is not a percentage from 0 to 100 with at most two decimals.`,
    ]) as [Record<string, string>, string, string][]),
    ...(['7.41360E+11', '1E+12', '1,23e+12', "'7.4E+11"].map((code) => [
      { 'Variant Barcode': code },
      'Variant Barcode',
      `“${code}” was shortened by the spreadsheet: format the column as text and enter the whole number.`,
    ]) as [Record<string, string>, string, string][]),
    [
      { 'Variant SKU': '1.23E+12' },
      'Variant SKU',
      '“1.23E+12” was shortened by the spreadsheet: format the column as text and enter the whole number.',
    ],
    [{ 'Variant Inventory Qty': '12,0' }, 'Variant Inventory Qty', '“12,0” is not a whole number.'],
    [{ 'Variant Inventory Policy': 'maybe' }, 'Variant Inventory Policy', '“maybe” is neither deny nor continue.'],
    [{ 'Gift Card': 'TRUE' }, 'Gift Card', '“Second” is a gift card, which the shop does not sell. Remove its rows.'],
    [
      { 'Variant Requires Shipping': 'no' },
      'Variant Requires Shipping',
      '“Second” is not shipped, and the shop only sells physical products. Remove its rows.',
    ],
    [{ 'Product Category': 'A > !!!' }, 'Product Category', '“!!!” has no letter or digit to build a URL from.'],
    [{ Published: 'maybe' }, 'Published', '“maybe” is neither true nor false.'],
    [{ Type: '!!!' }, 'Type', '“!!!” has no letter or digit to build a URL from.'],
    [{ Vendor: 'a\0b' }, 'Vendor', 'The text contains a NUL character.'],
  ])('%j', async (cells, column, message) => {
    expect(await catchRowError(read(one, { ...second, ...cells } as Record<string, string>))).toEqual([
      3,
      column,
      message,
    ])
  })

  test('line numbers account for multi-line cells and empty rows', async () => {
    const text = 'Handle,Title,Variant Price\r\na,"A\r\nB\nC",1\r\n\r\n,,\r\nb,B,x\r\n'
    expect(await catchRowError(readText(text))).toEqual([7, 'Variant Price', '“x” is not an amount in dollars.'])
  })

  test.each([
    ['', [1, undefined, 'The file is empty.']],
    ['Title,Variant Price\nA,1', [1, 'Handle', 'The column is missing.']],
    ['Handle,Price,Variant Price\na,1,1', [1, 'Variant Price', 'The column appears twice.']],
    ['URL handle,Title,Price\na,A,x', [2, 'Price', '“x” is not an amount in dollars.']],
    ['Handle,Title,Variant Price,title\n', [1, 'Title', 'The column appears twice.']],
    ['Handle,Title,Variant Price\na,A,1,2,3', [2, undefined, 'The row has 5 cells, but the header row only 3.']],
    [
      'Handle,Title,Variant Price\na,A,1\nb,"B,1\nc,C,1\n',
      [3, undefined, 'A quotation mark at the start of a cell is never closed.'],
    ],
    [
      'Handle,Title,Variant Price\na,A,1\nb,<p class="x">,1\n',
      [3, undefined, 'There’s a quotation mark in the middle of a cell. Inside quotes, write it twice.'],
    ],
    [
      Buffer.concat([
        Buffer.from('Handle,Title,Vendor,Variant Price\na,Crème brûlée,Caf'),
        Buffer.from([0xe9, 0x2c, 0x31]),
      ]),
      [2, 'Vendor', 'The text is not written in UTF-8.'],
    ],
  ])('the file %j', async (text, expected) => {
    expect(await catchRowError(readText(text))).toEqual(expected)
  })
})

describe('variants must follow one another', () => {
  const repeatedHandle = '“pot” is also the handle of line 2; the rows of a product must follow one another.'
  test.each([
    ['pot,Pot,Small,1\ncan,Can,,2\npot,,Large,3', [4, 'Handle', repeatedHandle]],
    ['pot,Pot,Small,1\npot,,Large,1\ncan,Can,,2\npot,Pot,Huge,3', [5, 'Handle', repeatedHandle]],
    ['pot,Pot,,1\ncan,Can,,2\npot,,,', [4, 'Handle', repeatedHandle]],
    [
      'pot,Pot,Small,1\npot,,Large,1\npot--large,Other,,2',
      [4, 'Handle', '“pot--large” is also the handle of line 3; the rows of a product must follow one another.'],
    ],
  ])('%j', async (rows, expected) => {
    expect(await catchRowError(readText(`Handle,Title,Option1 Value,Variant Price\n${rows}\n`))).toEqual(expected)
  })
})

test('reads the column names that Shopify uses since 2024', async () => {
  const [product] = await readText(
    `Title,URL handle,Description,Vendor,Product category,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Charge tax,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Requires shipping,Product image URL,Image position,Image alt text,Variant image URL,Gift card
Red Cap,red-cap,Nice,Acme,Apparel > Hats,a,TRUE,Active,CAP-1,111,Color,Red,49.00,59.00,FALSE,shopify,20,DENY,150.5,TRUE,https://x.example/a.jpg,1,A cap,,FALSE`,
  )
  expect(product).toMatchObject({
    ...{ handle: 'red-cap', name: 'Red Cap', descriptionHtml: 'Nice', vendor: 'Acme', category: { name: 'Hats' } },
    ...{
      tags: ['a'],
      active: true,
      sku: 'CAP-1',
      barcode: '111',
      priceCents: 4900,
      compareAtCents: 5900,
      taxExempt: true,
    },
    ...{ stock: 20, weightGrams: 151, images: [{ src: 'https://x.example/a.jpg', alt: 'A cap' }] },
  })
})

test('a row without title and price can still update a known product', async () => {
  expect(await readText('HANDLE,variant barcode\npot,1234\n')).toMatchObject([
    { handle: 'pot', name: undefined, priceCents: undefined, pv: undefined, barcode: '1234' },
  ])
})

test('rows of one handle with separate stock or barcodes are variants', async () => {
  const products = await readText('Handle,Option1 Value,Inventory quantity\npot,Small,1\npot,Large,2\ncan,,3\n')
  expect(products.map(({ handle, stock }) => [handle, stock])).toEqual([
    ['pot', 1],
    ['pot--large', 2],
    ['can', 3],
  ])
})

describe('encodings and separators of files', () => {
  const text = 'Handle,Title,Vendor,Variant Price\ncreme,Crème,"Renée, Zoë",9.99\n'
  const separated = (separator: string) => text.replace('"Renée, Zoë"', 'Renée Zoë').replaceAll(',', separator)
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  test.each<[string, string | Buffer]>([
    ['UTF-8', text],
    ['UTF-16LE', wide],
    ['UTF-16BE', Buffer.from(wide).swap16()],
    ['UTF-16LE without a mark', Buffer.from(text, 'utf16le')],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['semicolons', separated(';')],
    ['tabs', separated('\t')],
    ['a line that names the separator', `sep=;\r\n${separated(';')}`],
    ['UTF-16 text with tabs', Buffer.from(`\ufeff${separated('\t')}`, 'utf16le')],
    ['empty cells behind the heading and the rows', text.replaceAll('\n', ',,,\n')],
  ])('%s', async (_, content) => {
    expect(await readText(content)).toMatchObject([
      { handle: 'creme', name: 'Crème', vendor: expect.stringMatching(/^Renée,? Zoë$/), priceCents: 999 },
    ])
  })

  test('Windows-1252 with its first accent after a megabyte of plain letters', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `plain-${n},Plain product number ${n},,1.00`)
    const content = Buffer.from([text.split('\n')[0], ...rows, 'last,Crème,,1.00'].join('\n'), 'latin1')
    expect((await readText(content)).at(-1)).toMatchObject({ handle: 'last', name: 'Crème' })
  })

  test('commas and semicolons in texts of many lines do not change the separator', async () => {
    const body = '"<p style=""color:red;margin:0;top:0"">a;b;c\n;;;;\n;;;;\n;;;;</p>"'
    expect(await readText(`Handle,Title,Body (HTML),Variant Price\na,A,${body},1\n`)).toMatchObject([{ handle: 'a' }])
  })

  test.each([
    ['PK\x03\x04\x14\0\x06\0', /workbook of Excel.*“CSV UTF-8”/],
    ['\xd0\xcf\x11\xe0\xa1\xb1', /old Excel workbook/],
    ['<?xml version="1.0"?><Workbook/>', /XML or HTML/],
    ['\n<html><table>', /XML or HTML/],
    ['%PDF-1.7', /PDF/],
    ['\x1f\x8b\x08', /compressed/],
  ])('reports %j', async (content, message) => {
    expect(await catchRowError(readText(Buffer.from(content, 'latin1')))).toEqual([
      1,
      undefined,
      expect.stringMatching(message),
    ])
  })
})

test('a byte order mark, missing last cells and unknown columns are accepted', async () => {
  expect(await readText('\ufeffhandle,TITLE,Variant Price,Gift Card,Vendor\na,A,1\n')).toMatchObject([
    { handle: 'a', name: 'A', vendor: '' },
  ])
})

test('a formula is escaped on export and restored on import', () => {
  for (const text of ['=1+1', '+1', '-1', '@x', '\tx', '\rx']) {
    expect(guardFormula(text)).toBe(`'${text}`)
    expect(unguardFormula(`'${text}`)).toBe(text)
  }
  for (const text of ["'=x", "''=x", "'quoted'", "'", '', 'a=b', "o'clock"]) {
    expect(unguardFormula(guardFormula(text))).toBe(text)
  }
})
