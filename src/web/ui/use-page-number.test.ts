import { expect, test } from 'vitest'
import { parsePage } from './use-page-number.ts'

test.each([
  ['', 1],
  ['page=2', 2],
  ['page=1000000', 1_000_000],
  // Its offset would exceed what the calls accept.
  ['page=200000000', 1_000_000],
  ['page=99999999999', 1_000_000],
  ['page=0', 0],
  ['page=two', Number.NaN],
])('the URL ?%s selects page %d', (search, page) => {
  expect(parsePage(new URLSearchParams(search))).toBe(page)
})
