import { expect, test } from 'vitest'
import type { BonusLine } from '#contract/compensation/sales.ts'
import { lineDepth, lineReason, lineSum, lineTitle, passedOverLabels, reversalLabel } from './line-labels.ts'

const dana = { member_no: '1004', name: 'D.', depth: 2 }

/** The bonus line of order O5 for B in the plan's first example. */
const line = (change: Partial<BonusLine> = {}): BonusLine => ({
  order_no: 'O5',
  completed_at: '2026-03-12T15:00:00.000Z',
  kind: 'differential',
  credited: dana,
  customer: false,
  cv: 980.15,
  pv: 850,
  level: 3,
  rate_bp: 900,
  covered_bp: 600,
  covered_by: dana,
  total: 88.21,
  covered: 58.81,
  amount: 29.4,
  reason: null,
  reversal_of: null,
  passed_over: [],
  ...change,
})

test('an order further down shows both rates, the paid member and the sum', () => {
  expect(lineTitle(line())).toBe('Order O5 by D.')
  expect(lineDepth(line())).toBe('2 steps below you')
  expect(lineReason(line())).toBe('Your rate is 9%; 6% already went to D.')
  expect(lineSum(line())).toBe('88.21 − 58.81 = 29.40')
})

test('a personal sale and one of the direct line are a rate of the value', () => {
  const personal = line({
    kind: 'own_sale',
    credited: { ...dana, depth: 0 },
    covered_bp: 0,
    covered_by: null,
    covered: 0,
    amount: 88.21,
  })
  expect(lineTitle(personal)).toBe('Order O5 by you')
  expect(lineDepth(personal)).toBeUndefined()
  expect(lineReason(personal)).toBe('At your rate:')
  expect(lineSum(personal)).toBe('9% of 980.15 = 88.21')
  expect(lineTitle({ ...personal, customer: true })).toBe('Order O5 by a customer of yours')
  const direct = line({
    kind: 'direct_line',
    rate_bp: 300,
    covered_bp: 0,
    covered_by: null,
    covered: 0,
    total: 29.4,
    customer: true,
  })
  expect(lineReason(direct)).toBe('A fixed share of sales in your direct line:')
  expect(lineSum(direct)).toBe('3% of 980.15 = 29.40')
  expect(lineTitle(direct)).toBe('Order O5 by a customer of D.')
})

test('a return names its month, and two minus signs are never adjacent', () => {
  const reversal = line({
    cv: -705.07,
    total: -84.61,
    covered: -63.46,
    amount: -21.15,
    reversal_of: {
      ...{ year: '2026', month: '03', by: 'returned', returned_at: '2026-04-09T15:00:00.000Z' },
      ...{ remaining_cv: 0, due: 0, posted: 21.15 },
    },
  })
  expect(lineReason(reversal)).toMatch(/^This order counted in March 2026 and was returned/)
  const label = (cause: NonNullable<BonusLine['reversal_of']>['by']) =>
    reversalLabel({ year: '2026', month: '03', by: cause })
  expect(label('canceled')).toBe('This order counted in March 2026 and was canceled')
  expect(label('payment_taken_back')).toBe('This order counted in March 2026, and its payment was reversed')
  expect(lineReason(reversal)).toMatch(/already went to D\. None of it remains\. Amount due minus what it had paid:$/)
  expect(lineSum(reversal)).toBe('0.00 − 21.15 = −21.15')
  expect(lineReason({ ...reversal, covered_bp: 0 })).toContain('The rate was 9%. None of it remains.')
  expect(lineSum({ ...reversal, covered_bp: 0 })).toBe('0.00 − 21.15 = −21.15')
  expect(lineSum({ ...reversal, amount: -21.16 })).toBeUndefined()
  // Rounding a return can leave a payee one more cent.
  const partialReversal = {
    ...reversal.reversal_of,
    remaining_cv: 222.22,
    due: 6.67,
    posted: 10,
  } as BonusLine['reversal_of']
  expect(lineReason({ ...reversal, reversal_of: partialReversal })).toMatch(
    /\$222\.22 of it remains\. Amount due on that minus/,
  )
  expect(lineSum({ ...reversal, amount: -3.33, reversal_of: partialReversal })).toBe('6.67 − 10.00 = −3.33')
  expect(
    lineSum({ ...reversal, amount: 0.01, reversal_of: { ...partialReversal, due: 0, posted: -0.01 } as never }),
  ).toBe('0.00 − (−0.01) = 0.01')
})

test('every reason for a zero bonus has an explanation', () => {
  const zeroReason = (reason: BonusLine['reason']) => lineReason(line({ reason, amount: 0 }))
  expect(zeroReason('equal_rate')).toContain('the same rate already went to D.')
  expect(zeroReason('lower_rate')).toContain('6% already went to D.')
  expect(zeroReason('not_active')).toContain('not active')
  expect(zeroReason('credited_not_active')).toContain('D. was not active')
  expect(zeroReason('no_sponsor')).toContain('no sponsor')
  expect(zeroReason('no_value')).toContain('no value')
  expect(zeroReason('rounds_to_nothing')).toContain('half a cent')
  expect(zeroReason('returned')).toBe('The entire order was returned.')
  expect(zeroReason('not_completed')).toContain('payment was reversed')
  expect(zeroReason('closed_externally')).toContain('previous system')
  expect(zeroReason('canceled')).toBe('The order was canceled.')
  expect(lineSum(line({ reason: 'canceled' }))).toBeUndefined()
})

test('a passed-over member is listed with the reason', () => {
  const lineWithPassedOver = line({ passed_over: [{ member_no: '1005', name: 'E.', depth: 1, reason: 'not_active' }] })
  expect(passedOverLabels(lineWithPassedOver)).toEqual(['E. was passed over: not active.'])
})
