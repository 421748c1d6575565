import { expect, it } from 'vitest'
import type { Payout } from './month-labels.ts'
import { findPayoutApproval } from './payout-approval.ts'

const approval = (subject: string, state: 'proposed' | 'approved' | 'done' = 'approved') => ({
  id: 1,
  action: 'payout.send',
  subject,
  title: '',
  preview: [
    { name: 'amount', value: '$812.00' },
    { name: 'entries', value: '2' },
    { name: 'method', value: 'cash' },
    { name: 'reference', value: 'At the counter' },
  ],
  reason: 'She has no account',
  proposed_by: 'one@shop.example',
  proposed_at: '2026-04-16T12:00:00Z',
  state,
  decided_by: null,
  decided_at: null,
  proposed_by_viewer: true,
  requires_two_approvers: false,
  first_approved_by: null,
  approved_by_viewer: false,
})

const entry = { kind: 'failed' } as Payout['entries'][number]
const payout = (member_id: number, entries = 2) => ({
  member_id,
  entries: Array.from({ length: entries }, () => entry),
})

it('an approved payout is requested again exactly as approved', () => {
  expect(findPayoutApproval([approval('2026-03 17')], '2026-03', payout(17))).toMatchObject({
    state: 'approved',
    method: 'cash',
    reference: 'At the counter',
    reason: 'She has no account',
  })
})

it('a different or sent payout, or one that changed since, cannot be executed', () => {
  expect(findPayoutApproval([approval('2026-03 17')], '2026-03', payout(1))).toBeUndefined()
  expect(findPayoutApproval([approval('2026-03 17')], '2026-02', payout(17))).toBeUndefined()
  expect(findPayoutApproval([approval('2026-03 17')], '2026-03', payout(17, 3))).toBeUndefined()
  expect(findPayoutApproval([approval('2026-03 17', 'done')], '2026-03', payout(17))).toBeUndefined()
})
