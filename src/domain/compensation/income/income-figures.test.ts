import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { computeIncomeFigures, computeShare } from './income-figures.ts'

const computeFor = (...amounts: number[]) => computeIncomeFigures(Float64Array.from(amounts))

it('counts people with zero or negative income as having earned nothing', () => {
  expect(computeFor(0, -500, 0, 1_000)).toEqual({
    people: 4,
    earnedNothing: 3,
    belowZero: 1,
    sumCents: 500,
    meanCents: 125,
    medianCents: 0,
    ninthDecileCents: 1_000,
    lowestCents: -500,
    highestCents: 1_000,
  })
})

it('is null for no people, and one amount for one person', () => {
  expect(computeFor()).toMatchObject({ people: 0, sumCents: 0, meanCents: null, medianCents: null, lowestCents: null })
  expect(computeFor()).toMatchObject({ ninthDecileCents: null, highestCents: null })
  const one = { meanCents: 7, medianCents: 7, ninthDecileCents: 7, lowestCents: 7, highestCents: 7 }
  expect(computeFor(7)).toMatchObject({ people: 1, earnedNothing: 0, ...one })
})

it('rounds half a cent of a median or a mean away from zero', () => {
  expect(computeFor(1, 2)).toMatchObject({ medianCents: 2, meanCents: 2 })
  expect(computeFor(-1, -2)).toMatchObject({ medianCents: -2, meanCents: -2 })
})

it('reveals nothing about the top tenth in the ninth decile', () => {
  expect(computeFor(1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000).ninthDecileCents).toBe(9)
  expect(computeFor(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1_000).ninthDecileCents).toBe(10)
})

it('is exact for sums that floats cannot represent', () => {
  const maximum = cents(9_007_199_254_740_991)
  expect(computeFor(maximum).meanCents).toBe(maximum)
  expect(() => computeFor(maximum, maximum)).toThrow(RangeError)
  expect(computeFor(maximum, maximum, -maximum, -1)).toMatchObject({ sumCents: maximum - 1, belowZero: 2 })
})

it('does not depend on the order, and holds its guarantees for every list of people', () => {
  const amounts = fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(amounts, (incomes) => {
      const figures = computeFor(...incomes)
      const sorted = incomes.toSorted((a, b) => a - b)
      expect(computeFor(...sorted.toReversed())).toEqual(figures)
      expect([figures.lowestCents, figures.highestCents]).toEqual([sorted[0], sorted.at(-1)])
      expect(figures.sumCents).toBe(incomes.reduce((sum, amount) => sum + amount, 0))
      const countAbove = (limit: number) => incomes.filter((amount) => amount > limit).length
      expect([figures.people, figures.earnedNothing]).toEqual([incomes.length, incomes.length - countAbove(0)])
      expect(countAbove(figures.ninthDecileCents ?? 0)).toBeLessThanOrEqual(incomes.length / 10)
      expect(countAbove(figures.medianCents ?? 0)).toBeLessThanOrEqual(incomes.length / 2)
    }),
  )
})

it('returns a share of people in tenths of a percent', () => {
  expect([computeShare(812, 1_204), computeShare(0, 3), computeShare(3, 3), computeShare(0, 0)]).toEqual([
    674,
    0,
    1_000,
    null,
  ])
})
