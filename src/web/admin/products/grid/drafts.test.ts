import { describe, expect, it } from 'vitest'
import type { ProductRow } from '../product-labels.ts'
import { editCells, findCellErrors, readDrafts, rebaseDrafts } from './drafts.ts'

const categories = new Map([[1, 'Nails']])
const row = (product_id: number, overrides: Partial<ProductRow> = {}): ProductRow => ({
  ...{ product_id, version: '1', name: `Product ${product_id}`, kind: 'product', status: 'active', visible: true },
  ...{ category_id: null, category: null, vendor: '', sku: '', barcode: null, shelf: '' },
  ...{ price: 10, selling_price: 10, compare_at_price: null, pv: 10, weight_grams: 454, stock: null, image: null },
  ...overrides,
})
const [first, second] = [row(1), row(2)]

describe('drafts of the product grid', () => {
  it('keep only cells that differ from the saved product', () => {
    const edited = editCells(
      new Map(),
      [
        { row: first, field: 'price', text: '12' },
        { row: first, field: 'sku', text: 'A-1' },
        { row: second, field: 'pv', text: ' 10 ' },
      ],
      categories,
    )
    expect([...edited.keys()]).toEqual([1])
    const restored = editCells(edited, [{ row: first, field: 'price', text: '$10.00' }], categories)
    expect(restored.get(1)?.cells).toEqual({ sku: 'A-1' })
    expect(editCells(restored, [{ row: first, field: 'sku', text: '' }], categories).size).toBe(0)
  })

  it('are read as changed fields with the version they are based on, or as messages', () => {
    const drafts = editCells(
      new Map(),
      [
        { row: first, field: 'price', text: '$1,234.50' },
        { row: first, field: 'category_id', text: 'nails' },
        { row: second, field: 'price', text: '12,50' },
        { row: second, field: 'name', text: 'Comb' },
      ],
      categories,
    )
    expect(readDrafts(drafts, categories)).toEqual({
      products: [
        { product_id: 1, fields: { price: 1234.5, category_id: 1 }, expected_version: '1' },
        { product_id: 2, fields: { name: 'Comb' }, expected_version: '1' },
      ],
      errors: new Map([['2.price', 'Use a point before cents, as in 12.50.']]),
    })
  })

  it('that are based on an older version keep what was entered and name what someone else changed', () => {
    const drafts = editCells(
      new Map(),
      [
        { row: first, field: 'price', text: '12' },
        { row: first, field: 'pv', text: '20' },
        { row: second, field: 'sku', text: 'A-1' },
      ],
      categories,
    )
    const current = [row(1, { version: '2', price: 11, name: 'Renamed' }), row(2, { version: '4', sku: 'A-1' })]
    const rebased = rebaseDrafts(drafts, current, categories)
    expect(rebased.conflicts).toEqual([{ row: current[0], field: 'price', theirs: '$11.00', yours: '12' }])
    expect(rebased.drafts).toEqual(new Map([[1, { row: current[0], cells: { price: '12', pv: '20' } }]]))
  })

  it('show messages of the server at their cells', () => {
    const products = [
      { product_id: 5, fields: {} },
      { product_id: 8, fields: {} },
    ]
    const errors = {
      ...{ 'products.0.price': 'A', 'products.1.sale_price': 'B', 'products.1': 'C', 'products.0.fields.name': 'D' },
      ...{ confirmed: 'E', 'products.7.price': 'F' },
    }
    expect(findCellErrors(errors, products)).toEqual(
      new Map([
        ['5.price', 'A'],
        ['8.price', 'B'],
        ['8.name', 'C'],
        ['5.name', 'D'],
      ]),
    )
  })
})
