import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { points } from '#domain/money/points.ts'
import { computeRemainingVolume, type Return } from './volumes.ts'

const order = { cvCents: cents(33_333), pv: points(300) }
const makeGoodsReturn = (cv: number, pv: number): Return => ({ cvCents: cents(cv), pv: points(pv) })
const makeRefund = (cv: number): Return => ({ cvCents: cents(cv), pv: undefined })

describe('the remaining volume of an order', () => {
  it('is the whole order before any return', () => {
    expect(computeRemainingVolume(order, [])).toEqual(order)
  })

  it('is reduced by the stored PV of the returned goods', () => {
    expect(computeRemainingVolume(order, [makeGoodsReturn(11_111, 100)])).toEqual({ cvCents: 22_222, pv: 200 })
    expect(computeRemainingVolume(order, [makeGoodsReturn(11_111, 100), makeGoodsReturn(22_222, 200)])).toEqual({
      cvCents: 0,
      pv: 0,
    })
  })

  it('is reduced in proportion if only money is refunded, half a point rounded up', () => {
    expect(computeRemainingVolume({ cvCents: cents(100), pv: points(1) }, [makeRefund(49)])).toEqual({
      cvCents: 51,
      pv: 1,
    })
    expect(computeRemainingVolume({ cvCents: cents(100), pv: points(1) }, [makeRefund(50)])).toEqual({
      cvCents: 50,
      pv: 0,
    })
  })

  it('is the same for many refunds as for one, and zero after a full refund', () => {
    const anyOrder = fc.record({ cvCents: fc.integer({ min: 1, max: 100_000 }), pv: fc.nat(5_000) })
    fc.assert(
      fc.property(anyOrder, fc.array(fc.nat(1000), { maxLength: 6 }), ({ cvCents, pv }, shares) => {
        const fullVolume = { cvCents: cents(cvCents), pv: points(pv) }
        const parts = shares.map((share) => Math.floor((cvCents * share) / 1000 / shares.length))
        const sum = parts.reduce((total, part) => total + part, 0)
        expect(computeRemainingVolume(fullVolume, parts.map(makeRefund))).toEqual(
          computeRemainingVolume(fullVolume, [makeRefund(sum)]),
        )
        const refunded = computeRemainingVolume(fullVolume, [...parts.map(makeRefund), makeRefund(cvCents - sum)])
        expect(refunded).toEqual({ cvCents: 0, pv: 0 })
      }),
    )
  })

  it('is never negative', () => {
    for (const excess of [makeGoodsReturn(33_334, 0), makeGoodsReturn(0, 301), makeRefund(33_334), makeRefund(-1)]) {
      expect(() => computeRemainingVolume(order, [excess])).toThrow(RangeError)
    }
    expect(() => computeRemainingVolume({ cvCents: cents(0), pv: points(5) }, [makeRefund(1)])).toThrow(RangeError)
  })
})
