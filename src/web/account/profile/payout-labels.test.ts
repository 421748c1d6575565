import { expect, it } from 'vitest'
import type { MyPayout } from '#contract/compensation/payouts.ts'
import { correctionLabel, payoutLabel, payoutNote } from './payout-labels.ts'

const payout: MyPayout = {
  month: '2026-03',
  amount: 247.21,
  corrected: 0,
  state: 'due',
  month_paid: false,
  reason: '',
  sent: null,
}

it('describes the state of a payout and why it is not paid yet', () => {
  const labels = (changes: Partial<MyPayout>) => {
    const changed = { ...payout, ...changes }
    return [payoutLabel(changed), payoutNote(changed, null)]
  }
  expect(labels({})).toEqual(['To be paid', 'Sent when the month is paid'])
  expect(labels({ month_paid: true })).toEqual(['Open', 'Choose a payout method to get paid'])
  expect(labels({ state: 'held', reason: 'As you asked.' })).toEqual(['Held', 'Held: As you asked.'])
  expect(labels({ state: 'failed', reason: 'No such number.' })[1]).toBe(
    'Returned by the bank: No such number. We’ll send it again.',
  )
  const sent = { method: 'check', on: '2026-04-15', destination: 'Ana Reyes\n1 Elm St' } as const
  expect(labels({ state: 'paid', sent })).toEqual(['Sent', 'By check to Ana Reyes, 1 Elm St, April 15, 2026'])
})

it('shows corrections with their sign, and nothing for zero', () => {
  expect(correctionLabel(payout)).toBeUndefined()
  expect(correctionLabel({ corrected: 12.3 })).toBe('With corrections of +$12.30; see the statement')
  expect(correctionLabel({ corrected: -12.3 })).toBe('With corrections of −$12.30; see the statement')
})
