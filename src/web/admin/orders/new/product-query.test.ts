import { expect, it } from 'vitest'
import { parseProductQuery } from './product-query.ts'

it.each([
  ['masque', 1, 'masque'],
  ['3 masque', 3, 'masque'],
  ['3x masque', 3, 'masque'],
  ['3 × keratin masque', 3, 'keratin masque'],
  ['masque x3', 3, 'masque'],
  ['keratin masque * 12', 12, 'keratin masque'],
  ['masquex3', 1, 'masquex3'],
  ['0 masque', 1, '0 masque'],
  ['2000000000015', 1, '2000000000015'],
  ['250 ml', 1, '250 ml'],
  ['KR-101', 1, 'KR-101'],
  ['12', 1, '12'],
  [' ', 1, ''],
])('“%s” is %i of “%s”', (input, quantity, product) => {
  expect(parseProductQuery(input)).toEqual({ quantity, product })
})
