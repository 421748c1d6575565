import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['shampoo', 'shampoo', 0],
  ['shapmoo', 'shampoo', 1],
  ['conditoner', 'conditioner', 1],
  ['gluue', 'glue', 1],
  ['masqe', 'masque', 1],
  ['maks', 'mask', 1],
  ['', 'ab', 2],
  ['kitten', 'sitting', 3],
])('%s → %s: %i', (from, to, distance) => {
  expect(editDistance(from, to, 3)).toBe(distance)
  expect(editDistance(to, from, 3)).toBe(distance)
})

test('stops at the limit', () => {
  expect(editDistance('kitten', 'sitting', 2)).toBe(3)
  expect(editDistance('a', 'abcdef', 1)).toBe(2)
})
