import { expect, it } from 'vitest'
import { incomeSummary } from './income-labels.ts'

const monthsOf2026 = (...numbers: number[]) => numbers.map((number) => `2026-${String(number).padStart(2, '0')}`)
const wholeYear = monthsOf2026(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)

const all = { people: 1_204, no_earnings: 812, no_earnings_share: 67.4, median: 0, mean: 31.2 }

it('summarizes the figures for publication, the share that earned nothing first', () => {
  expect(incomeSummary(wholeYear, all)).toBe(
    'Of 1,204 members, 812 (67.4%) earned nothing in 2026; the median of all was $0.00 and the mean $31.20, before expenses.',
  )
  expect(
    incomeSummary(monthsOf2026(2), {
      ...all,
      people: 1,
      no_earnings: 1,
      no_earnings_share: 100,
      median: -5,
      mean: -5,
    }),
  ).toBe(
    'Of 1 member, 1 (100.0%) earned nothing in February 2026; the median of all was −$5.00 and the mean −$5.00, before expenses.',
  )
})

it('returns nothing if nobody is counted', () => {
  expect(incomeSummary([], { ...all, people: 0, median: null, mean: null })).toBeUndefined()
})
