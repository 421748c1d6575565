import { expect, test } from 'vitest'
import { splitValues } from './family-values.ts'

test('values are separated by commas and lines, once each', () => {
  expect(splitValues('Nude, Plum;\nRed\n nude ,, Coral', ['red'])).toEqual(['Nude', 'Plum', 'Coral'])
  expect(splitValues('Rosé, rose, Crème  1', ['creme-1'])).toEqual(['Rosé'])
  expect(splitValues(' \n', [])).toEqual([])
})
