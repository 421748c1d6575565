import { expect, it } from 'vitest'
import { cvShareWords, weightWords } from './product-words.ts'

it('shows a weight in pounds, and in grams as stored', () => {
  expect(weightWords(454)).toBe('1.00 lb (454 g)')
  expect(weightWords(12_701)).toBe('28.00 lb (12,701 g)')
  expect(weightWords(0)).toBe('0.00 lb (0 g)')
})

it('shows the CV share of a price to a hundredth of a percent', () => {
  expect(cvShareWords(10_000)).toBe('CV is the full price')
  expect(cvShareWords(5000)).toBe('50% of the price is CV')
  expect(cvShareWords(3325)).toBe('33.25% of the price is CV')
  expect(cvShareWords(0)).toBe('0% of the price is CV')
})
