import { expect, it } from 'vitest'
import { findMethodHold, findPayoutRefusal, type PayoutState, type PayoutStep, payoutStates } from './payout-steps.ts'

const steps: PayoutStep[] = ['held', 'released', 'failed', 'paid']
const readTransitions = (monthPaid: boolean) =>
  Object.fromEntries(
    payoutStates.map((state: PayoutState) => [
      state,
      steps.map((step) => findPayoutRefusal(step, state, monthPaid) ?? '✓'),
    ]),
  )

it('allows holding, releasing, failing and sending a payout only in the appropriate states', () => {
  expect(readTransitions(true)).toEqual({
    //      held            released    failed            paid
    due: ['✓', 'not_held', '✓', '✓'],
    held: ['already_held', '✓', 'is_held', 'is_held'],
    failed: ['✓', '✓', 'already_failed', '✓'],
    paid: ['already_sent', 'not_held', '✓', 'already_sent'],
  })
})

it('sends nothing automatically before its month is marked as paid', () => {
  expect(readTransitions(false)).toEqual({
    ...readTransitions(true),
    due: ['✓', 'not_held', '✓', 'month_not_paid'],
    failed: ['✓', '✓', 'already_failed', 'month_not_paid'],
  })
})

it('waits for a payout method, and for three days after it was chosen', () => {
  const toDate = (text: string) => new Date(text)
  const until = toDate('2026-04-13T12:00:00Z')
  expect(findMethodHold(undefined, toDate('2026-04-13T12:00:00Z'))).toEqual({ reason: 'no_method' })
  expect(findMethodHold({ last_failed: false, on_hold_until: until }, toDate('2026-04-13T11:59:59Z'))).toEqual({
    reason: 'method_is_new',
    until,
  })
  expect(findMethodHold({ last_failed: false, on_hold_until: until }, toDate('2026-04-13T12:00:00Z'))).toBeUndefined()
})
