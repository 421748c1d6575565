import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addCents,
  cents,
  divideHalfUp,
  formatCents,
  formatPlainDollars,
  parseDollars,
  portion,
  toDollars,
} from './money.ts'

describe('money', () => {
  it('adds exactly where binary fractions fail', () => {
    expect(70.85 + 66.67 + 62.48).not.toBe(200)
    expect(addCents(cents(7085), cents(6667), cents(6248))).toBe(20_000)
  })

  it('is written to CSV files with two decimals and an ASCII minus sign', () => {
    expect([0, 5, -5, 100, -70_507, 125_000].map((value) => formatPlainDollars(cents(value)))).toEqual([
      '0.00',
      '0.05',
      '-0.05',
      '1.00',
      '-705.07',
      '1250.00',
    ])
  })

  it('refuses fractions of a cent', () => {
    expect(() => cents(10.5)).toThrow(RangeError)
    expect(() => cents(Number.NaN)).toThrow(RangeError)
  })

  it('parses back every amount that it sends as JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (value) => {
        const dollars = toDollars(cents(value))
        expect(parseDollars(String(dollars))).toBe(value)
        expect(parseDollars(formatCents(cents(value)))).toBe(value)
        expect(String(dollars)).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
    )
  })

  it.each(['-1', '1.005', 'abc', '', '1e3', '1,2', ' ', '0x10', '.5', '5.'])(
    'does not parse %j as an amount',
    (text) => {
      expect(parseDollars(text)).toBeUndefined()
    },
  )

  it('parses amounts as people write them', () => {
    expect(parseDollars('$1,250')).toBe(125_000)
    expect(parseDollars('19.9')).toBe(1990)
    expect(parseDollars('19.990')).toBe(1999)
  })

  it('rounds a portion half away from zero, as a pocket calculator does', () => {
    expect(portion(300, cents(50))).toBe(2)
    expect(portion(300, cents(-50))).toBe(-2)
    expect(portion(1200, cents(45_025))).toBe(5403)
  })

  it('computes a portion of any amount like exact fractions', () => {
    const amount = fc.oneof(
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc.maxSafeInteger(),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), amount, (rateBp, value) => {
        expect(portion(rateBp, cents(value))).toBe(divideHalfUp(BigInt(rateBp) * BigInt(value), 10_000n))
      }),
      { numRuns: 5000 },
    )
    expect(() => portion(0.5, cents(2))).toThrow(RangeError)
  })

  it('divides like exact fractions', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        (a, b) => {
          const doubledRemainder = 2n * (a - BigInt(divideHalfUp(a, b)) * b)
          expect(doubledRemainder <= b && doubledRemainder >= -b).toBe(true)
        },
      ),
    )
  })
})
