import { expect, it } from 'vitest'
import { compareByShelf } from './shelf.ts'

it('sorts along the shelves, with products without a shelf last', () => {
  const product = (shelf: string, sku: string, name = sku) => ({ shelf, sku, name })
  const goods = [
    product('', 'KR-2'),
    product('', '', 'Gift card'),
    product('B1', 'KR-9'),
    product('A10', 'KR-3'),
    product('A2', 'KR-10'),
    product('A2', 'KR-4'),
  ]
  expect(goods.sort(compareByShelf).map(({ shelf, name }) => `${shelf} ${name}`)).toEqual([
    'A2 KR-4',
    'A2 KR-10',
    'A10 KR-3',
    'B1 KR-9',
    ' KR-2',
    ' Gift card',
  ])
})
