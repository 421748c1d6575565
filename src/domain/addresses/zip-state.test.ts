import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findConflictingState, findTaxState } from './zip-state.ts'

it.each([
  ['NJ', '07631', 'NJ'],
  ['DE', '07631', 'NJ'],
  ['OR', '10001', 'NY'],
  ['NH', '02108', 'MA'],
  // An island of New York with a ZIP prefix of Connecticut.
  ['NY', '06390', 'NY'],
  ['CT', '06390', 'NY'],
  ['NY', '06320', 'CT'],
  // On either side of a border.
  ['TN', '42223', 'TN'],
  ['KY', '42223', 'KY'],
  ['TX', '42223', 'KY'],
  ['AZ', '84536', 'AZ'],
])('an address in %s %s is taxed in %s', (state, zip, taxed) => {
  expect(findTaxState({ state, zip })).toBe(taxed)
})

it('assigns each ZIP prefix to one state', () => {
  const source = readFileSync('src/domain/addresses/zip-state.ts', 'utf8')
  const ranges = [...source.matchAll(/\b(\d{3})(?:-(\d{3}))?(?=[ '])/g)].map(([, first, last]) => [
    Number(first),
    Number(last ?? first),
  ])
  expect(ranges.length).toBeGreaterThan(90)
  const digits = ranges.flatMap(([first = 0, last = 0]) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i),
  )
  expect(digits.length).toBe(new Set(digits).size)
})

it('leaves unknown states and ZIPs to validation', () => {
  expect(findTaxState({ state: 'ZZ', zip: '07631' })).toBe('ZZ')
  expect(findTaxState({ state: 'constructor', zip: '07631' })).toBe('constructor')
  expect(findTaxState({ state: 'NJ', zip: '' })).toBe('NJ')
  expect(findTaxState({ state: 'NJ', zip: '00000' })).toBe('NJ')
})

it('knows exactly the states that the shop lists', () => {
  const baseline = readFileSync('db/migrations/0001_baseline.sql', 'utf8')
  const states = String(/insert into states[^;]*/.exec(baseline)?.[0])
  const codes = [...states.matchAll(/\('([A-Z]{2})', /g)].map(([, code]) => String(code))
  expect(codes.length).toBe(57)
  const zips = Array.from({ length: 1000 }, (_, prefix) => `${String(prefix).padStart(3, '0')}01`)
  const isKnown = (state: string) => zips.some((zip) => findTaxState({ state, zip }) !== state)
  expect(codes.filter((state) => !isKnown(state))).toEqual([])
  const taxed = zips.flatMap((zip) => ['WY', 'FL'].map((state) => findTaxState({ state, zip })))
  expect(taxed.filter((state) => !codes.includes(state))).toEqual([])
})

it.each([
  ['NY', '90210', 'CA'],
  ['CA', '10001-1234', 'NY'],
  ['NY', '"90210"', 'CA'],
  ['FL', '34001', 'AA'],
  ['NY', '09001', 'AE'],
  ['CA', '96201', 'AP'],
  ['AE', '10001', 'NY'],
  ['NY', '00901', 'PR'],
  ['CA', '96910', 'GU'],
  ['HI', '00802', 'VI'],
  ['NY', '10001', undefined],
  ['AE', '09001', undefined],
  ['AA', '34001', undefined],
  ['PR', '00901', undefined],
  ['KY', '42223', undefined],
  ['TN', '42223', undefined],
  ['CT', '06390', 'NY'],
  ['', '90210', undefined],
  ['NY', '', undefined],
  ['NY', '9021', undefined],
  ['NY', '00000', undefined],
  ['ZZ', '90210', undefined],
])('for %s with the ZIP %s, suggests %s', (state, zip, suggested) => {
  expect(findConflictingState({ state, zip })).toBe(suggested)
})
