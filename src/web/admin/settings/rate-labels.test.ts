import { expect, test } from 'vitest'
import {
  jurisdictionLabel,
  newCode,
  readPrefixes,
  readRate,
  savedRateMessage,
  shippingFacts,
  type TaxRate,
  taxBaseLabel,
  taxFacts,
} from './rate-labels.ts'

test('a place is a state, or a ZIP prefix', () => {
  expect(jurisdictionLabel({ state: 'NY', zip_prefix: '' })).toBe('NY')
  expect(jurisdictionLabel({ state: 'NY', zip_prefix: '100' })).toBe('NY 100…')
  expect(taxBaseLabel({ on_goods: true, on_shipping: false })).toBe('products')
  expect(taxBaseLabel({ on_goods: true, on_shipping: true })).toBe('products and shipping')
  expect(taxBaseLabel({ on_goods: false, on_shipping: true })).toBe('shipping')
})

test('the message after saving a rate names its state, part and first day', () => {
  const states = [
    { code: 'NE', name: 'Nebraska' },
    { code: 'NJ', name: 'New Jersey' },
  ]
  const rate: TaxRate = {
    state: 'NJ',
    zip_prefix: '',
    percent: 6.625,
    on_goods: true,
    on_shipping: false,
    from_date: '2026-11-28',
    phase: 'current',
  }
  const upcoming: TaxRate = { ...rate, percent: 7, from_date: '2027-01-03', phase: 'upcoming' }
  const part: TaxRate = { ...rate, zip_prefix: '100', percent: 8.875 }
  const table = [rate, upcoming, part]
  const message = (input: Parameters<typeof savedRateMessage>[1]) => savedRateMessage(table, input, states)
  expect(message({ state: 'NJ', zip_prefix: '' })).toBe('New Jersey 6.625% from today. Existing orders keep theirs.')
  expect(message({ state: 'NJ', zip_prefix: '', from_date: '2027-01-03' })).toMatch(/^New Jersey 7% from .*2027\./)
  expect(message({ state: 'NJ', zip_prefix: '', from_date: '2026-11-28' })).toMatch(/from today\./)
  expect(message({ state: 'NJ', zip_prefix: '100' })).toMatch(/^New Jersey, ZIP 100…, 8\.875% from today\./)
})

test('ZIP prefixes are parsed with any separator', () => {
  expect(readPrefixes(' 07, 08\n10;11 ')).toEqual(['07', '08', '10', '11'])
})

test('a method without amounts is not offered; malformed amounts are reported', () => {
  expect(readRate('ground', '', ' ')).toEqual({ isOffered: false })
  expect(readRate('ground', '$7.50', '')).toEqual({
    isOffered: true,
    rate: { method: 'ground', base: 7.5, per_pound: 0 },
  })
  expect(readRate('ground', 'free', '1')).toBeUndefined()
})

test('a new code is derived from the name and never collides with an existing one', () => {
  expect(newCode('Two day, by air', [])).toBe('two-day-by-air')
  expect(newCode('48 states', [])).toBe('states')
  expect(newCode('東海', [])).toBe('new')
  expect(newCode('Local', [{ code: 'local' }, { code: 'local-2' }])).toBe('local-3')
})

test('a change by someone else is shown by place, zone and method', () => {
  const rate = { state: 'VT', zip_prefix: '058', percent: 6.25, on_goods: true, on_shipping: true }
  const data = [{ ...rate, from_date: '2027-01-31', phase: 'upcoming' as const }]
  expect(taxFacts({ data, version: 'a' })).toEqual({
    'VT 058… from January 31, 2027': '6.25% on products and shipping',
  })
  const zones = [
    { code: 'east', name: 'East coast', prefixes: ['0', '1'], rates: [{ method: 'ground', base: 5, per_pound: 0.5 }] },
  ]
  const methods = [
    { code: 'ground', label: 'Ground' },
    { code: 'air', label: 'By air' },
  ]
  expect(shippingFacts({ methods, zones, version: 'a' })).toEqual({
    Methods: 'Ground, By air',
    'Zone east': 'East coast, ZIPs starting with 0, 1',
    'Ground in zone east': '$5.00 + $0.50 per pound',
  })
})
