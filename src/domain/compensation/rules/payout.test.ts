import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { computePayout } from './payout.ts'

const payOutDollars = (opening: number, bonus: number) => {
  const { payableCents, carriedCents } = computePayout(cents(opening), cents(bonus), cents(2500))
  return [payableCents, carriedCents]
}

it('pays out from the minimum on, and carries smaller balances over (docs/plan §9, §15)', () => {
  expect(payOutDollars(0, 5458)).toEqual([5458, 0])
  expect(payOutDollars(0, 2500)).toEqual([2500, 0])
  expect(payOutDollars(0, 437)).toEqual([0, 437])
  expect(payOutDollars(2063, 437)).toEqual([2500, 0])
})

it('carries a negative balance over until bonuses have made up for it (docs/plan §8.7)', () => {
  expect(payOutDollars(0, -3960)).toEqual([0, -3960])
  expect(payOutDollars(-3960, 4000)).toEqual([0, 40])
  expect(payOutDollars(-3960, 6460)).toEqual([2500, 0])
})

it('pays any positive balance without a minimum', () => {
  expect(computePayout(cents(0), cents(1), cents(0)).payableCents).toBe(1)
  expect(computePayout(cents(0), cents(0), cents(0)).payableCents).toBe(0)
})
