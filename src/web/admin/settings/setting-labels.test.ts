import { expect, test } from 'vitest'
import { formatValue, groupsOf, type Setting } from './setting-labels.ts'

const setting = (overrides: Partial<Setting>): Setting => ({
  key: 'shop_name',
  group: 'shop',
  name: 'Name',
  description: 'Name of the shop',
  input: 'line',
  choices: [],
  constraint: 'one line',
  value: 'Salonfront',
  default: 'Salonfront',
  version: '1',
  overridden: null,
  changed: null,
  ...overrides,
})
const payment = setting({
  key: 'payment_days',
  group: 'payment',
  name: 'Banking days to pay',
  description: '',
  value: '7',
})

test('settings are grouped, and every search word must match', () => {
  const titles = (search: string) => groupsOf([payment, setting({})], search).map(({ title }) => title)
  expect(titles('')).toEqual(['Store', 'Payment'])
  expect(titles('PAY days')).toEqual(['Payment'])
  expect(titles('pay salon')).toEqual([])
})

test('a value is formatted for display', () => {
  expect(formatValue({ input: 'amount' }, '25.00')).toBe('$25.00')
  expect(formatValue({ input: 'amount' }, '2000.00')).toBe('$2,000.00')
  expect(formatValue({ input: 'switch' }, 'on')).toBe('On')
  expect(formatValue({ input: 'line' }, '')).toBe('empty')
  expect(formatValue({ input: 'number' }, '20000')).toBe('20,000')
  const choices = [{ value: 'none', label: 'No license required' }]
  expect(formatValue({ input: 'choice', choices }, 'none')).toBe('No license required')
})
