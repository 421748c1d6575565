import { expect, test } from 'vitest'
import { formatLicense } from './member-labels.ts'

test('a license is shown as its state and number', () => {
  expect(formatLicense({ state: 'NJ', number: 'KC-1' })).toBe('NJ KC-1')
  expect(formatLicense({ state: null, number: 'KC-1' })).toBe('KC-1')
  expect(formatLicense({ state: 'NJ', number: 'NJ-70965' })).toBe('NJ-70965')
})
