import { expect, it } from 'vitest'
import { payoutLabel, payoutNote } from './payout-note.ts'

it("describes the member's payout, regardless of the state of the month", () => {
  expect([payoutLabel('paid'), payoutNote('paid', true)]).toEqual(['Paid out', undefined])
  expect([payoutLabel('due'), payoutNote('due', false)]).toEqual(['To be paid out', undefined])
  expect([payoutLabel('due'), payoutNote('due', true)]).toEqual([
    'To be paid out',
    expect.stringContaining('your payout hasn’t been sent'),
  ])
  expect([payoutLabel('held'), payoutNote('held', true)]).toEqual(['Held', expect.stringContaining('on hold')])
  expect([payoutLabel('failed'), payoutNote('failed', true)]).toEqual([
    'Returned',
    expect.stringContaining('send it again'),
  ])
  expect([payoutLabel(null), payoutNote(null, true)]).toEqual(['Paid out', undefined])
})
