import { expect, it } from 'vitest'
import type { FieldChange } from '#server/catalog/product-file/compared-fields.ts'
import { addSharedBarcodes, addToReport, emptyReport } from '#server/catalog/product-file/product-report.ts'
import { formatProductReport } from './format-product-report.ts'

const change = (field: string): FieldChange => ({ field, before: null, after: null })
const row = {
  ...{ line: 2, handle: 'comb', name: 'Comb', is_known: true, is_incomplete: false, changes: [] as FieldChange[] },
  ...{ product_id: 1, product_version: 1, sale_price_above: null, becomes_free: false },
  ...{ active: true, price_cents: 500, has_category: true, pictures: 'shown' as const },
  ...{ stock: 3, file_stock: 3, stock_differs: false, barcode: null, same_barcode: [] },
}

it('omits unchanged products', () => {
  const report = emptyReport()
  expect(addToReport(report, row, false)).toBe(false)
  expect(formatProductReport(report)).toEqual([])
})

it('lists each kind with its products and lines', () => {
  const report = emptyReport()
  const toMerge = [
    addToReport(report, { ...row, is_known: false, price_cents: 0, pictures: 'address', has_category: false }, false),
    addToReport(
      report,
      {
        ...row,
        line: 3,
        changes: [change('price_cents'), change('tags')],
        stock: 9,
        file_stock: 10,
        stock_differs: true,
      },
      false,
    ),
    addToReport(report, { ...row, line: 4, stock: 9, file_stock: 0, stock_differs: true }, true),
    addToReport(report, { ...row, line: 5, stock: 9, file_stock: null, stock_differs: true }, false),
    // A product not for sale is reported neither as sold out nor as free.
    addToReport(report, { ...row, line: 6, active: false, stock: 0, price_cents: 0, has_category: false }, false),
  ]
  const product = (line: number) => ({ line, handle: 'comb', name: 'Comb' })
  addSharedBarcodes(
    report,
    new Map([
      ['1', [product(2)]],
      ['2', [product(3), product(4)]],
      ['3', [product(5)]],
    ]),
    new Map([['3', ['Brush']]]),
  )
  expect(toMerge).toEqual([true, true, true, false, false])
  expect(formatProductReport(report)).toEqual([
    'New: 1',
    '  line 2: Comb (comb)',
    'Changed: 1',
    '  line 3: Comb (comb): price, tags',
    'Stock of existing products, unchanged (--update-stock sets it): 2',
    '  line 3: Comb (comb): 9, in the file 10',
    '  line 5: Comb (comb): 9, in the file not counted',
    'Sold out: 1',
    '  line 4: Comb (comb)',
    'Free: the price is $0.00: 1',
    '  line 2: Comb (comb)',
    'No picture that customers see (1 with web addresses only, which are not fetched): 1',
    '  line 2: Comb (comb)',
    'No category: 1',
    '  line 2: Comb (comb)',
    'Barcodes of several products (a scan offers the choice): 2',
    '  2: Comb (line 3), Comb (line 4)',
    '  3: Comb (line 5), Brush (in the shop)',
  ])
})

it('shows the first twenty and the last five of many', () => {
  const report = emptyReport()
  for (let line = 2; line < 102; line++) addToReport(report, { ...row, line, is_known: false }, false)
  const lines = formatProductReport(report)
  expect(lines).toHaveLength(1 + 20 + 1 + 5)
  expect([lines[0], lines[20], lines[21], lines[22], lines[26]]).toEqual([
    'New: 100',
    '  line 21: Comb (comb)',
    '  … 75 more …',
    '  line 97: Comb (comb)',
    '  line 101: Comb (comb)',
  ])
})
