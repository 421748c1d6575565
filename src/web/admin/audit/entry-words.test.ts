import { expect, it } from 'vitest'
import { actionWords, changedFields, subjectUrl } from './entry-words.ts'

it('an action reads as a sentence', () => {
  expect(actionWords('order.canceled')).toBe('Order canceled')
  expect(actionWords('staff.second_factor.reset')).toBe('Staff second factor reset')
})

it('what an entry is about leads to its page, or to all that was done to it', () => {
  expect(subjectUrl('order', '100012')).toBe('/admin/orders/100012')
  expect(subjectUrl('setting', 'payment_days')).toBe('/admin/audit?subject=setting%3Apayment_days')
  expect(subjectUrl('order', 'a/b')).toBe('/admin/audit?subject=order%3Aa%2Fb')
})

it('money is read in dollars, and what stayed is said once', () => {
  expect(changedFields({ before: { order: 7, balance_cents: 3300 }, after: { order: 7, balance_cents: 0 } })).toEqual([
    { name: 'order', from: undefined, to: '7' },
    { name: 'balance', from: '$33.00', to: '$0.00' },
  ])
})

it('changed fields say from what to what', () => {
  expect(changedFields({ before: { status: 'processing' }, after: { status: 'canceled', reason_code: null } })).toEqual(
    [
      { name: 'status', from: 'processing', to: 'canceled' },
      { name: 'reason code', from: undefined, to: '–' },
    ],
  )
})
