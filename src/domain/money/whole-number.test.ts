import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatWhole } from './whole-number.ts'

test('whole numbers are grouped like those of Intl, with a real minus sign', () => {
  const intl = new Intl.NumberFormat('en-US')
  for (const value of [0, 7, 999, 1_000, 4_035, -12, -1_234, 1_000_000]) {
    expect(formatWhole(value)).toBe(intl.format(value).replace('-', '−'))
  }
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(formatWhole(value)).toBe(intl.format(value).replace('-', '−'))
    }),
  )
})
