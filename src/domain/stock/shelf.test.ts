import { expect, it } from 'vitest'
import { compareByShelf } from './shelf.ts'

it('sorts along the shelves, with products without a shelf last', () => {
  const at = (shelf: string, sku: string, name = sku) => ({ shelf, sku, name })
  const goods = [
    at('', 'KR-2'),
    at('', '', 'Gift card'),
    at('B1', 'KR-9'),
    at('A10', 'KR-3'),
    at('A2', 'KR-10'),
    at('A2', 'KR-4'),
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
