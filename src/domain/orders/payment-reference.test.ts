import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePaymentReference, encodePaymentReference, REFERENCE_COUNT } from './payment-reference.ts'

const LETTERS = 'CDFHJKMNPRTVWXY23456789'
const LATEST = 2_147_483_647
const firstOrders = Array.from({ length: 3_000 }, (_, n) => 100_001 + n)

const isCode = (text: string): boolean => decodePaymentReference(text, LATEST).length > 0

describe('a payment reference', () => {
  it('has six unambiguous characters, the first a letter', () => {
    for (const id of firstOrders)
      expect(encodePaymentReference(id)).toMatch(/^[CDFHJKMNPRTVWXY][CDFHJKMNPRTVWXY2-9]{5}$/)
  })

  it('is decoded to its order, and to the orders of later rounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LATEST }), (id) => {
        expect(decodePaymentReference(encodePaymentReference(id), LATEST)).toContain(id)
        expect(decodePaymentReference(encodePaymentReference(id), REFERENCE_COUNT - 1)).toEqual(
          id % REFERENCE_COUNT === 0 ? [] : [id % REFERENCE_COUNT],
        )
      }),
    )
    expect(decodePaymentReference(encodePaymentReference(100_001), 2 * REFERENCE_COUNT)).toEqual([
      100_001,
      100_001 + REFERENCE_COUNT,
    ])
  })

  it('is unique until all are used', () => {
    const codes = new Set<string>()
    for (let id = 1; id <= 300_000; id++) codes.add(encodePaymentReference(id))
    expect(codes.size).toBe(300_000)
  })

  it('is invalid with one character wrong', () => {
    const wrong = firstOrders
      .map(encodePaymentReference)
      .flatMap((code) =>
        [...code].flatMap((right, index) =>
          [...LETTERS]
            .filter((letter) => letter !== right)
            .map((letter) => code.slice(0, index) + letter + code.slice(index + 1)),
        ),
      )
    expect(wrong).toHaveLength(firstOrders.length * 6 * 22)
    expect(wrong.filter(isCode)).toEqual([])
  })

  it('is invalid with two adjacent characters swapped', () => {
    const swapped = firstOrders
      .map(encodePaymentReference)
      .flatMap((code) =>
        [0, 1, 2, 3, 4]
          .filter((index) => code[index] !== code[index + 1])
          .map((index) => `${code.slice(0, index)}${code[index + 1]}${code[index]}${code.slice(index + 2)}`),
      )
    expect(swapped.length).toBeGreaterThan(firstOrders.length * 4)
    expect(swapped.filter(isCode)).toEqual([])
  })

  it('differs from those of recent orders in at least four characters', () => {
    for (const id of firstOrders.slice(0, 500)) {
      const code = encodePaymentReference(id)
      for (let earlier = id - 1; earlier > id - 50; earlier--) {
        const other = encodePaymentReference(earlier)
        const differing = [...code].filter((letter, index) => letter !== other[index])
        expect(differing.length, `${code} and ${other}`).toBeGreaterThanOrEqual(4)
      }
    }
  })

  it('is decoded in any common spelling', () => {
    const code = encodePaymentReference(100_007)
    const written = `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase()
    expect(decodePaymentReference(` ${written} `, 200_000)).toEqual([100_007])
    const misread = code.replaceAll('8', 'B').replaceAll('5', 'S').replaceAll('2', 'Z').replaceAll('6', 'G')
    expect(decodePaymentReference(misread, 200_000)).toEqual([100_007])
  })

  it.each(['', '234567', 'CDFHJ', 'CDFHJKM', 'ÄÖÜÄÖÜ', '100007', 'Order 100007'])('is not %j', (text) => {
    expect(isCode(text)).toBe(false)
  })
})
