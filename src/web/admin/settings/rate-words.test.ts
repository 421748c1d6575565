import { expect, test } from 'vitest'
import { baseWords, newCode, placeWords, readPrefixes, readRate } from './rate-words.ts'

test('a place is a state, or what its ZIPs begin with', () => {
  expect(placeWords({ state: 'NY', zip_prefix: '' })).toBe('NY')
  expect(placeWords({ state: 'NY', zip_prefix: '100' })).toBe('NY 100…')
  expect(baseWords({ on_goods: true, on_shipping: false })).toBe('goods')
  expect(baseWords({ on_goods: true, on_shipping: true })).toBe('goods and shipping')
  expect(baseWords({ on_goods: false, on_shipping: true })).toBe('shipping')
})

test('beginnings of ZIPs are read however they are typed', () => {
  expect(readPrefixes(' 07, 08\n10;11 ')).toEqual(['07', '08', '10', '11'])
})

test('a method without amounts is not offered; what is no amount is told apart', () => {
  expect(readRate('ground', '', ' ')).toEqual({ left: 'out' })
  expect(readRate('ground', '$7.50', '')).toEqual({ left: 'in', rate: { method: 'ground', base: 7.5, per_pound: 0 } })
  expect(readRate('ground', 'free', '1')).toBeUndefined()
})

test('a new code is made of the name, and is never that of another', () => {
  expect(newCode('Two day, by air', [])).toBe('two-day-by-air')
  expect(newCode('48 states', [])).toBe('states')
  expect(newCode('東海', [])).toBe('new')
  expect(newCode('Local', [{ code: 'local' }, { code: 'local-2' }])).toBe('local-3')
})
