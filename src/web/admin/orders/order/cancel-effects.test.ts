import { expect, it } from 'vitest'
import { cancelEffects, reinstateEffects } from './cancel-effects.ts'
import { sampleOrder } from './sample-order.ts'

it('an unpaid order is no longer owed, and its goods are restocked', () => {
  expect(cancelEffects(sampleOrder(), true)).toEqual([
    'The customer no longer owes $100.00. Nothing was paid, so no credit note.',
    '3 items will be restocked.',
    'The customer gets an email.',
  ])
})

it('a paid order gets a refund by a numbered credit note', () => {
  const paid = sampleOrder({ money: { received: 100, balance: 0, state: 'paid' } })
  expect(cancelEffects(paid, true).slice(0, 2)).toEqual([
    'A credit note for $100.00 will be issued.',
    'A refund of $100.00 will be due.',
  ])
})

it('earlier returns are neither credited nor restocked twice', () => {
  const returned = sampleOrder({
    money: { received: 100, credited: 40, refunded: 40, balance: 0, state: 'partly_refunded' },
    returns: [{ line: 0, quantity: 1 }],
  })
  expect(cancelEffects(returned, true)).toEqual([
    'A credit note for $60.00 will be issued.',
    'A refund of $60.00 will be due.',
    '2 items will be restocked.',
    'The customer gets an email.',
  ])
})

it('delivered goods are restocked only where they are resellable', () => {
  const sent = sampleOrder({ shipments: ['shipped', 'delivered'], open: 1 })
  expect(cancelEffects(sent, true)).toContain('3 items will be restocked.')
  expect(cancelEffects(sent, false)).toContain('1 item will be restocked.')
  const partly = sampleOrder({
    shipments: ['shipped', 'shipped', 'picked_up'],
    open: 0,
    returns: [{ line: 0, quantity: 1 }],
  })
  expect(cancelEffects(partly, true)).toContain('2 items will be restocked.')
  expect(cancelEffects(partly, false)).toContain('Nothing will be restocked.')
})

it('a reinstated order is due again', () => {
  const canceled = sampleOrder({ status: 'canceled', money: { credited: 100, balance: 0 }, cancellation: 100 })
  expect(reinstateEffects(canceled)[0]).toBe('$100.00 will be due.')
})
