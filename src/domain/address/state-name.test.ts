import { expect, it } from 'vitest'
import { matchState } from './state-name.ts'

const states = [
  { code: 'NJ', name: 'New Jersey' },
  { code: 'NY', name: 'New York' },
  { code: 'VA', name: 'Virginia' },
  { code: 'WV', name: 'West Virginia' },
  { code: 'DC', name: 'District of Columbia' },
]
const codeOf = (typed: string) => {
  const matched = matchState(states, typed)
  return matched.ok ? matched.state.code : matched.refusal.candidates.map(({ code }) => code)
}

it('takes a code or a whole name, in any case', () => {
  expect(['nj', ' New  Jersey ', 'NEW YORK', 'virginia', 'west virginia'].map(codeOf)).toEqual([
    'NJ',
    'NJ',
    'NY',
    'VA',
    'WV',
  ])
})

it('refuses part of a name with the states it may mean', () => {
  expect([codeOf('New'), codeOf('Jersey'), codeOf('Columb')]).toEqual([['NJ', 'NY'], ['NJ'], ['DC']])
})

it('knows no other text', () => {
  expect([codeOf('ZZ'), codeOf(''), codeOf('n')]).toEqual([[], [], []])
})
