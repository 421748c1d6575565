import { expect, it } from 'vitest'
import { formatOunces, parseWeight } from './weight.ts'

it('shows pounds and ounces of a weight in grams, and reads the same grams again', () => {
  expect(formatOunces(680)).toEqual({ pounds: '1', ounces: '7.99' })
  expect(formatOunces(0)).toEqual({ pounds: '', ounces: '' })
  for (let grams = 0; grams < 5000; grams += 7) {
    const { pounds, ounces } = formatOunces(grams)
    expect(parseWeight(pounds, ounces)).toBe(grams)
  }
})

it('reads pounds, ounces or both', () => {
  expect(parseWeight('1', '')).toBe(454)
  expect(parseWeight('', '8')).toBe(227)
  expect(parseWeight('2', '3.5')).toBe(1006)
  expect(parseWeight('a', '')).toBeNaN()
})
