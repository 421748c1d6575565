import { expect, it } from 'vitest'
import { countOptions, oneOption } from './option-name.ts'

it.each([
  ['Shade', 5, '5 shades'],
  ['Shade', 1, '1 shade'],
  ['Finish', 2, '2 finishes'],
  ['Capacity', 3, '3 capacities'],
  ['Day', 2, '2 days'],
  ['Hold strength', 4, '4 hold strengths'],
  ['SPF', 2, '2 SPFs'],
])('counts the values of the option %s', (name, count, text) => {
  expect(countOptions(name, count)).toBe(text)
})

it('names one value of an option', () => {
  expect([oneOption('Shade'), oneOption('Amount'), oneOption('SPF')]).toEqual(['a shade', 'an amount', 'a SPF'])
})
