import { expect, it } from 'vitest'
import { isRange } from './range.ts'

it.each(['bytes=0-', 'bytes=0-0', 'bytes=5-10', 'bytes=-500'])('%s requests bytes', (header) => {
  expect(isRange(header)).toBe(true)
})

it.each([
  'bytes=abc',
  'bytes=',
  'bytes=-',
  'bytes=10-5',
  'bytes',
  'items=0-5',
  'bytes=0-5,7-9',
  `bytes=${'1'.repeat(9_999)}-`,
])('%s is not a range that the shop serves', (header) => {
  expect(isRange(header)).toBe(false)
})
