import { expect, it } from 'vitest'
import { describePayoutBlock, type ListedMonth, monthStateLabel, type Payout } from './month-labels.ts'

const none = { payouts: 0, amount: 0 }
const month = (overrides: Partial<ListedMonth>): ListedMonth => ({
  month: '2026-03',
  state: 'open',
  closable_on: '2026-04-06',
  to_close: false,
  closed: null,
  closed_externally: false,
  payouts: null,
  run: null,
  ...overrides,
})

it('describes the next step of a month', () => {
  const label = (overrides: Partial<ListedMonth>) => monthStateLabel(month(overrides)).label
  expect(label({})).toBe('Open')
  expect(label({ state: 'settling' })).toBe('Settling')
  expect(label({ state: 'settling', to_close: true })).toBe('To close')
  expect(label({ state: 'closed' })).toBe('To pay')
  expect(label({ state: 'paid', payouts: { due: none, held: none, failed: none, paid: none } })).toBe('Paid')
  const open = { payouts: 1, amount: 30 }
  expect(label({ state: 'paid', payouts: { due: open, held: none, failed: open, paid: none } })).toBe('Paid, 2 open')
  expect(label({ state: 'closed', closed_externally: true })).toBe('Closed in an older system')
})

it('describes why a payout is not sent', () => {
  const payout: Payout = {
    member_id: 1,
    member_no: 'M1',
    name: 'Ana Reyes',
    amount: 247.21,
    state: 'due',
    method: null,
    block: null,
    entries: [],
    version: '0',
  }
  const day = (instant: string) => instant.slice(0, 10)
  expect(describePayoutBlock(payout, day)).toBeUndefined()
  expect(describePayoutBlock({ ...payout, block: { reason: 'no_method', until: null } }, day)).toBe(
    'No payment method chosen',
  )
  expect(
    describePayoutBlock({ ...payout, block: { reason: 'method_is_new', until: '2026-04-15T16:00:00Z' } }, day),
  ).toMatch('on hold until 2026-04-15')
  const held = {
    kind: 'held',
    amount: 0,
    method: null,
    reference: '',
    reason: 'Asked us to wait',
    sent_on: null,
  } as const
  expect(describePayoutBlock({ ...payout, state: 'held', entries: [{ ...held, by: 'x', at: '' }] }, day)).toBe(
    'Asked us to wait',
  )
})
