import { expect, it } from 'vitest'
import { comparePackage, sumParts } from './editor-labels.ts'

it('sums what the parts of a package cost, in cents', () => {
  const parts = [
    { price: 19.99, quantity: '3' },
    { price: 0.1, quantity: '1' },
  ]
  expect(sumParts(parts)).toBe(6007)
  expect(sumParts([...parts, { price: 1, quantity: '' }])).toBeUndefined()
  expect(sumParts([])).toBe(0)
})

it('compares the price of a package with its parts', () => {
  expect(comparePackage(4800, 6000)).toBe('$12.00 (20%) less than its parts')
  expect(comparePackage(6600, 6000)).toBe('$6.00 (10%) more than its parts')
  expect(comparePackage(6000, 6000)).toBe('the same as its parts')
  expect(comparePackage(500, 0)).toBe('$5.00 more than its parts')
})
