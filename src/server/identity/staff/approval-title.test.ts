import { expect, test } from 'vitest'
import { formatApprovalTitle, type GuardedKind } from './approval-title.ts'

const proposals: Record<GuardedKind, { subject: string; preview?: object; title: string }> = {
  'staff.add': { subject: 'lee@example.com', title: 'Add lee@example.com to the staff' },
  'staff.change': {
    subject: '7',
    preview: { email: 'lee@example.com', role: 'clerk', 'new role': 'owner' },
    title: 'Change the account of lee@example.com',
  },
  'setting.change': {
    subject: 'refund_approval_above',
    title: 'Change the setting “Refunds that need approval”',
  },
  'plan.publish': { subject: '2027-01', title: 'Publish the plan effective January 2027' },
  'month.close': { subject: '2026-03', title: 'Close March 2026' },
  'month.pay': { subject: '2026-12', title: 'Mark December 2026 as paid' },
  'payout.send': {
    subject: '2026-03 17',
    preview: { member: '1005', month: '2026-03' },
    title: 'Send the March 2026 payout of member 1005 manually',
  },
  'member.sponsor': {
    subject: '17',
    preview: { member: 'M-10017', 'from month': '2026-04' },
    title: 'Change the sponsor of member M-10017 from April 2026',
  },
  'payment.refund': { subject: '1004', title: 'Refund order 1004' },
  'bonus.correct': {
    subject: '1005 2026-09 level 1004',
    preview: { member: '1005', bonus: 'level bonus', concerns: '2026-09' },
    title: 'Correct the level bonus of member 1005, September 2026',
  },
}

test.each(Object.entries(proposals))(
  'every action that needs two people has a title: %s',
  (action, { title, ...overrides }) => {
    const preview = JSON.stringify(overrides.preview ?? {})
    expect(formatApprovalTitle({ action, subject: overrides.subject, preview })).toBe(title)
  },
)

test('an action that only another release guards is shown as it is stored', () => {
  expect(formatApprovalTitle({ action: 'stock.write_off', subject: '12', preview: '{}' })).toBe('stock.write_off 12')
})
