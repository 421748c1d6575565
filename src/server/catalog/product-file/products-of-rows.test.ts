import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { afterAll, describe, expect, test } from 'vitest'
import { guardFormula, unguardFormula } from '#server/platform/csv/formula-guard.ts'
import { eachRow, openCsvFile } from '#server/platform/csv/read-rows.ts'
import { RowError } from '#server/platform/csv/row.ts'
import { COLUMNS, REQUIRED_COLUMNS } from './columns.ts'
import { productsOfRows } from './products-of-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'salonfront-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function readText(text: string | Buffer) {
  const path = join(folder, 'products.csv')
  writeFileSync(path, text)
  const products = []
  const file = await openCsvFile(path, { columns: COLUMNS, required: REQUIRED_COLUMNS })
  for await (const product of productsOfRows(eachRow(file))) products.push(product)
  return products
}

/** Rows by column name; a row without a handle and so on says so. */
const read = (...rows: Record<string, string>[]) => {
  const columns = [...new Set(['Handle', 'Title', 'Variant Price', ...rows.flatMap((row) => Object.keys(row))])]
  return readText(stringify(rows, { header: true, columns }))
}
const one = { Handle: 'pot', Title: 'Pot', 'Variant Price': '9.99' }

async function failure(promise: Promise<unknown>) {
  const fault = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(fault instanceof RowError)) throw fault ?? new Error('The file was read without an error.')
  return [fault.line, fault.column, fault.message]
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

  test('reads all that the shop keeps', async () => {
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

  test('of type Package is a package, and costs nothing if it says so', async () => {
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
  ])('%j is in the shop: %s', async (cells, active) => {
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

  test('sold more often than it was there is sold out', async () => {
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

  test('become products of their own, the first under the handle itself', async () => {
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

  test('an only variant has neither another name nor another handle', async () => {
    expect(await read(variant('Small'))).toMatchObject([{ handle: 'pot', name: 'Pot' }])
  })

  test('share the pictures; their own comes first', async () => {
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

describe('a cell that makes no sense is named by line and column', () => {
  const second = { ...one, Handle: 'second', Title: 'Second' }
  test.each([
    [{ 'Variant Price': '-1.00' }, 'Variant Price', '“-1.00” is negative.'],
    [{ 'Variant Price': "'-1" }, 'Variant Price', "“'-1” is negative."],
    [{ 'Variant Price': '9.999' }, 'Variant Price', '“9.999” has a fraction of a cent.'],
    [{ 'Variant Price': 'free' }, 'Variant Price', '“free” is not an amount in dollars.'],
    [{ 'Variant Price': '1e3' }, 'Variant Price', '“1e3” is not an amount in dollars.'],
    [{ 'Variant Price': '21474836.48' }, 'Variant Price', '“21474836.48” is more than an amount can be.'],
    [{ 'Variant Price': '' }, 'Variant Price', 'The amount is missing; 0 is written as 0.'],
    [{ 'Variant Compare At Price': '-3' }, 'Variant Compare At Price', '“-3” is negative.'],
    [{ Handle: ' ' }, 'Handle', 'Handle is missing.'],
    [{ Title: '' }, 'Title', 'Title is missing.'],
    [{ Title: 'x'.repeat(256) }, 'Title', 'The text has 256 characters; the shop keeps 255.'],
    [{ 'Variant Grams': '-1' }, 'Variant Grams', '“-1” is not a number from 0.'],
    [{ 'Variant Inventory Qty': '1.5' }, 'Variant Inventory Qty', '“1.5” is not a whole number.'],
    [{ 'Variant Inventory Qty': '99999999999' }, 'Variant Inventory Qty', '“99999999999” is too large.'],
    [{ PV: '-1' }, 'PV', '“-1” is negative.'],
    ...(['-1', '100.01', '12.345', 'half'].map((share) => [
      { 'Commissionable Share': share },
      'Commissionable Share',
      `“${share}” is no percentage from 0 to 100 with at most two decimals.`,
    ]) as [Record<string, string>, string, string][]),
    [{ Published: 'maybe' }, 'Published', '“maybe” is neither true nor false.'],
    [{ Type: '!!!' }, 'Type', '“!!!” has no letter or digit to make an address of.'],
    [{ Vendor: 'a\0b' }, 'Vendor', 'The text has a NUL character in it.'],
  ])('%j', async (cells, column, sentence) => {
    expect(await failure(read(one, { ...second, ...cells } as Record<string, string>))).toEqual([3, column, sentence])
  })

  test('lines are counted through cells of several lines and empty rows', async () => {
    const text = 'Handle,Title,Variant Price\r\na,"A\r\nB\nC",1\r\n\r\n,,\r\nb,B,x\r\n'
    expect(await failure(readText(text))).toEqual([7, 'Variant Price', '“x” is not an amount in dollars.'])
  })

  test.each([
    ['', [1, undefined, 'The file is empty.']],
    ['Handle,Title\na,A', [1, 'Variant Price', 'The column is missing.']],
    ['Handle,Title,Variant Price,title\n', [1, 'Title', 'The column is there twice.']],
    ['Handle,Title,Variant Price\na,A,1,2,3', [2, undefined, 'The row has 5 cells, the heading only 3.']],
    [
      'Handle,Title,Variant Price\na,A,1\nb,"B,1\nc,C,1\n',
      [3, undefined, 'A quotation mark that opens a cell is never closed.'],
    ],
    [
      'Handle,Title,Variant Price\na,A,1\nb,<p class="x">,1\n',
      [3, undefined, 'A quotation mark stands in the middle of a cell; inside quotes it is written twice.'],
    ],
    [
      Buffer.from('Handle,Title,Variant Price\na,Caf\xe9,1', 'latin1'),
      [2, 'Title', 'The text is not written in UTF-8.'],
    ],
  ])('the file %j', async (text, expected) => {
    expect(await failure(readText(text))).toEqual(expected)
  })
})

test('a byte order mark, missing last cells and unknown columns do no harm', async () => {
  expect(await readText('\ufeffhandle,TITLE,Variant Price,Gift Card,Vendor\na,A,1\n')).toMatchObject([
    { handle: 'a', name: 'A', vendor: '' },
  ])
})

test('a formula is kept from running, and comes back as it was', () => {
  for (const text of ['=1+1', '+1', '-1', '@x', '\tx', '\rx']) {
    expect(guardFormula(text)).toBe(`'${text}`)
    expect(unguardFormula(`'${text}`)).toBe(text)
  }
  for (const text of ["'=x", "''=x", "'quoted'", "'", '', 'a=b', "o'clock"]) {
    expect(unguardFormula(guardFormula(text))).toBe(text)
  }
})
