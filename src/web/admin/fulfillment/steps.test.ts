import { expect, it } from 'vitest'
import { isDone, matchScan, type PackOrder, type Part, packedLines, pickedCount, stepsOf } from './steps.ts'

const part = (product_id: number, shelf: string, quantityPerUnit = 1): Part => ({
  product_id,
  name: `Product ${product_id}`,
  sku: `P-${product_id}`,
  barcode: null,
  same_barcode: [],
  shelf,
  image: null,
  quantity_per_unit: quantityPerUnit,
})
const order = (lines: PackOrder['lines']): PackOrder => ({
  id: 7,
  name: 'Ana Reyes',
  type: 'D',
  shipping_method: 'Ground',
  comments: '',
  status: 'processing',
  clears_on: null,
  version: 'first',
  shipments: [],
  lines,
})
/** Two plain units of product 1, and three kits of two of product 1 and one of product 2. */
const kits = order([
  { line: 0, name: 'Product 1', quantity: 2, parts: [part(1, 'B1')] },
  { line: 1, name: 'Kit', quantity: 3, parts: [part(1, 'B1', 2), part(2, 'A1')] },
])

it('follows the shelves and splits a package into its components', () => {
  expect(stepsOf(kits).map(({ key, required, packageName }) => [key, required, packageName])).toEqual([
    ['1.2', 3, 'Kit'],
    ['0.1', 2, undefined],
    ['1.1', 6, 'Kit'],
  ])
})

it('a complete pick packs everything open; a partial one packs whole units of each line', () => {
  const all = { '0.1': { count: 2 }, '1.1': { count: 6 }, '1.2': { count: 3 } }
  expect(packedLines(kits, all)).toBeUndefined()
  // Five of the first component make two and a half kits.
  expect(packedLines(kits, { ...all, '1.1': { count: 5, isShort: true } })).toEqual([
    { line: 0, quantity: 2 },
    { line: 1, quantity: 2 },
  ])
  expect(packedLines(kits, { '1.2': { count: 3 } })).toEqual([])
})

it('units packed by someone else are not counted twice', () => {
  const [step] = stepsOf(order([{ line: 0, name: 'Product 1', quantity: 1, parts: [part(1, 'B1')] }]))
  if (!step) throw new Error('no such step')
  expect(pickedCount(step, { '0.1': { count: 2 } })).toBe(1)
  expect(isDone(step, { '0.1': { count: 2 } })).toBe(true)
  expect(isDone(step, {})).toBe(false)
  expect(isDone(step, { '0.1': { count: 0, isShort: true } })).toBe(true)
})

it('a code shared by several products counts only when it is the SKU of the expected one', () => {
  const black = { ...part(1, 'A1'), barcode: '0741360637481', same_barcode: ['Comb White'] }
  expect(matchScan('741360637481', black)).toBe('shared')
  expect(matchScan('0741360637481', { ...black, barcode: '741360637481' })).toBe('shared')
  expect(matchScan('p-1', black)).toBe('right')
  expect(matchScan('741360637498', black)).toBe('wrong')
  expect(matchScan('741360637481', { ...black, same_barcode: [] })).toBe('right')
})
