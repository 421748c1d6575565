import { expect, test } from 'vitest'
import { findDifferences, formatLicense } from './member-labels.ts'

const member = {
  first_name: 'Ana',
  last_name: 'Diaz',
  phone_number: '(201) 555-0100',
  type: 'member',
  status: 'active',
} as const

test('concurrent changes are listed field by field, in plain language', () => {
  expect(findDifferences(member, member)).toEqual([])
  expect(findDifferences(member, { ...member, status: 'suspended', last_name: 'Lee', type: 'franchise' })).toEqual([
    { field: 'last_name', from: 'Diaz', to: 'Lee' },
    { field: 'type', from: 'Member', to: 'Franchise' },
    { field: 'status', from: 'Active', to: 'Suspended' },
  ])
})

test('a license is shown as its state and number', () => {
  expect(formatLicense({ state: 'NJ', number: 'KC-1' })).toBe('NJ KC-1')
  expect(formatLicense({ state: null, number: 'KC-1' })).toBe('KC-1')
  expect(formatLicense({ state: 'NJ', number: 'NJ-70965' })).toBe('NJ-70965')
})
