import { describe, expect, it } from 'vitest'
import type { ProductRow } from '../product-labels.ts'
import { formatCell, type GridField, gridColumns, parseCell } from './cells.ts'

const categories = new Map([
  [1, 'Nails'],
  [2, 'Nails › Gel'],
  [3, 'Skin'],
  [4, 'Skin › Gel'],
  [5, 'Skin › Masks'],
])
const row: ProductRow = {
  ...{ product_id: 7, version: '3', name: 'Brow Tint', kind: 'product', status: 'active', visible: true },
  ...{ category_id: 5, category: 'Masks', vendor: 'Orla', sku: 'BT-1', barcode: null, shelf: 'B-2' },
  ...{
    price: 1234.5,
    selling_price: 1234.5,
    compare_at_price: null,
    pv: 1200,
    weight_grams: 454,
    stock: null,
    image: null,
  },
}
const parse = (field: GridField, text: string) => parseCell(field, text, categories)

describe('cells of the product grid', () => {
  it('read back the text that they show', () => {
    const texts = gridColumns.map(({ field }) => formatCell(row, field, categories))
    expect(texts).toEqual(['Brow Tint', '$1,234.50', '', '1,200', 'BT-1', '', '454', 'B-2', 'Skin › Masks', 'Active'])
    expect(gridColumns.map(({ field }, index) => parse(field, texts[index] ?? '').value)).toEqual([
      ...['Brow Tint', 1234.5, null, 1200, 'BT-1', null, 454, 'B-2', 5, 'active'],
    ])
  })

  it.each<[GridField, string, unknown]>([
    ['price', '12.5', 12.5],
    ['price', ' $1,234.50 ', 1234.5],
    ['price', '0', 0],
    ['compare_at_price', ' ', null],
    ['pv', '0', 0],
    ['barcode', ' ', null],
    ['sku', '', ''],
    ['status', 'ARCHIVED', 'archived'],
    ['category_id', '', null],
    ['category_id', 'masks', 5],
    ['category_id', 'nails › gel', 2],
  ])('with a %s read %j', (field, text, value) => expect(parse(field, text)).toEqual({ value }))

  it.each<[GridField, string, string]>([
    ['price', '12,50', 'Use a point before cents, as in 12.50.'],
    ['price', '1,25.00', 'Enter an amount, such as 12.50.'],
    ['price', '', 'Enter an amount, such as 12.50.'],
    ['price', '-1', 'Enter an amount, such as 12.50.'],
    ['price', '21474836.48', 'This amount is too high.'],
    ['compare_at_price', 'none', 'Enter an amount, such as 12.50.'],
    ['name', ' ', 'Enter a name.'],
    ['name', 'x'.repeat(256), 'Enter at most 255 characters.'],
    ['pv', '1.5', 'Enter a whole number of points.'],
    ['pv', '1000001', 'Enter a whole number of points.'],
    ['weight_grams', '1 lb', 'Enter whole grams.'],
    ['status', 'on', 'Enter Draft, Active or Archived.'],
    ['category_id', 'Gel', 'Several categories are named “Gel”.'],
    ['category_id', 'Feet', 'There is no category “Feet”.'],
  ])('with a %s refuse %j', (field, text, error) => expect(parse(field, text)).toEqual({ error }))
})
