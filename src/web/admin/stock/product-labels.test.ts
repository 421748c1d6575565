import { expect, it } from 'vitest'
import { describeCvShare, formatWeight } from './product-labels.ts'

it('shows a weight in pounds, and in grams as stored', () => {
  expect(formatWeight(454)).toBe('1.00 lb (454 g)')
  expect(formatWeight(12_701)).toBe('28.00 lb (12,701 g)')
  expect(formatWeight(0)).toBe('0.00 lb (0 g)')
})

it('shows the CV share of a price to a hundredth of a percent', () => {
  expect(describeCvShare(10_000)).toBe('CV is the full price')
  expect(describeCvShare(5000)).toBe('50% of the price is CV')
  expect(describeCvShare(3325)).toBe('33.25% of the price is CV')
  expect(describeCvShare(0)).toBe('0% of the price is CV')
})
