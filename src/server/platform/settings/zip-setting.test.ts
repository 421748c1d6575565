import { expect, it } from 'vitest'
import { zip } from './setting-kinds.ts'

it.each([
  ['07631', '07631'],
  [' 07631 ', '07631'],
  ['07631-1234', '07631'],
  ['0763', undefined],
  ['07631-12', undefined],
  ['', undefined],
])('the ZIP %j is stored as %j', (input, stored) => {
  expect(zip.parse(input)).toBe(stored)
})
