import { expect, it } from 'vitest'
import { shopDayOf } from '#domain/calendar/month.ts'
import {
  classifyLicenseEntry,
  countDaysToRenew,
  determineLicenseStatus,
  findDueReminder,
  findLicenseBlock,
  type LicenseStatus,
  normalizeLicenseNumber,
} from './license.ts'

it.each([
  ['NJ-4471', 'NJ4471'],
  ['  nj 4471 ', 'NJ4471'],
  ['# 4471', '4471'],
  ['No. 44/71-b', 'NO4471B'],
  ['00123', '00123'],
  ['ＮＪ４４７１', 'NJ4471'],
  ['44\u00a071\u200b', '4471'],
  ['–', ''],
  ['', ''],
])('%j is compared as %j', (typed, normalized) => {
  expect(normalizeLicenseNumber(typed)).toBe(normalized)
})

it.each([
  [null, null],
  ['2026-09-30', null],
  ['2026-10-01', 60],
  ['2026-11-29', 1],
  ['2026-11-30', 0],
  ['2026-12-01', null],
])('on %s, a license valid until November 30 must be renewed within %s days', (today, days) => {
  expect(countDaysToRenew(today === null ? null : '2026-11-30', today ?? '2026-11-30')).toBe(days)
})

const valid = { number: 'NJ4471', isApproved: true, isRefused: false, expiresOn: '2026-11-30' }

it.each([
  [{}, '2026-11-30', 'approved'],
  [{}, '2026-12-01', 'expired'],
  [{ expiresOn: null }, '2199-01-01', 'approved'],
  [{ isApproved: false }, '2026-11-30', 'submitted'],
  [{ isApproved: false }, '2026-12-01', 'expired'],
  [{ isApproved: false, isRefused: true }, '2026-12-01', 'refused'],
  [{ number: '', expiresOn: null }, '2026-12-01', 'none'],
] as const)('%j is on %s %s', (overrides, today, status) => {
  expect(determineLicenseStatus({ ...valid, ...overrides }, today)).toBe(status)
})

it("blocks orders from midnight in the shop's time zone after the last day", () => {
  const checkAt = (instant: string) =>
    findLicenseBlock('not_expired', determineLicenseStatus(valid, shopDayOf(new Date(instant).getTime())))
  expect(checkAt('2026-12-01T04:59:59.999Z')).toBeUndefined()
  expect(checkAt('2026-12-01T05:00:00Z')).toBe('license_expired')
})

it.each([
  ['none', { none: undefined, submitted: undefined, refused: undefined, expired: undefined, guest: undefined }],
  [
    'not_expired',
    { none: undefined, submitted: undefined, refused: undefined, expired: 'license_expired', guest: undefined },
  ],
  [
    'approved',
    {
      none: 'license_not_approved',
      submitted: 'license_not_approved',
      refused: 'license_not_approved',
      expired: 'license_expired',
      guest: 'account_needed',
    },
  ],
] as const)('the rule %s blocks %j', (rule, { guest, ...reasons }) => {
  expect(findLicenseBlock(rule, undefined)).toBe(guest)
  expect(findLicenseBlock(rule, 'approved')).toBeUndefined()
  for (const [status, reason] of Object.entries(reasons))
    expect(findLicenseBlock(rule, status as LicenseStatus)).toBe(reason)
})

it.each([
  ['2026-10-01', null, undefined],
  ['2026-10-02', null, 60],
  ['2026-10-31', null, 60],
  ['2026-11-01', null, 30],
  ['2026-11-24', null, 7],
  ['2026-12-01', null, 7],
  ['2026-12-02', null, undefined],
  // Approved after the day of the reminder.
  ['2026-11-10', '2026-11-05', undefined],
  ['2026-11-24', '2026-11-05', 7],
  ['2026-11-01', '2026-11-01', 30],
] as const)('on %s, decided on %s, for an expiration on December 1, reminder %s is due', (today, decidedOn, due) => {
  expect(findDueReminder('2026-12-01', today, decidedOn)).toBe(due)
})

it('distinguishes a new license, a renewal and a correction by their differences', () => {
  const existing = { number: 'A1', state: 'NJ', isApproved: true, type: null, expiresOn: '2026-11-30' }
  const entered = { state: 'NJ', number: 'a-1', hasFile: false }
  expect(classifyLicenseEntry(existing, entered)).toBe('nothing')
  expect(classifyLicenseEntry(existing, { ...entered, expiresOn: '2026-11-30', type: null })).toBe('nothing')
  expect(classifyLicenseEntry(existing, { ...entered, expiresOn: '2028-11-30' })).toBe('renewal')
  expect(classifyLicenseEntry(existing, { ...entered, hasFile: true })).toBe('renewal')
  expect(classifyLicenseEntry({ ...existing, isApproved: false }, { ...entered, type: 'barber' })).toBe('correction')
  expect(classifyLicenseEntry(existing, { ...entered, state: 'NY' })).toBe('another')
  expect(classifyLicenseEntry(existing, { ...entered, number: 'A2' })).toBe('another')
})
