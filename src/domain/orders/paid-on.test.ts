import { expect, test } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { findPaidDay } from './paid-on.ts'

const order = { totalCents: cents(10_000), placedOn: '2026-03-02', paidDay: '2026-03-10' }
const money = (day: string, amount: number) => ({ day: `2026-03-${day}`, amountCents: cents(amount) })

test.each([
  ['a single payment', [money('04', 10_000)], '2026-03-04'],
  [
    'several payments: the last one needed, in any booking order',
    [money('06', 4_000), money('04', 6_000)],
    '2026-03-06',
  ],
  ['payments beyond the total do not count', [money('04', 10_000), money('08', 2_500)], '2026-03-04'],
  [
    'the last payment, if a credit or the tolerance covers the rest',
    [money('04', 6_000), money('06', 3_900)],
    '2026-03-06',
  ],
  ['the day of placement, if the payment is older', [money('01', 10_000)], '2026-03-02'],
  ['the day it was considered paid, without payments', [], '2026-03-10'],
])('an order was paid on the value date of its payment: %s', (_, received, day) => {
  expect(findPaidDay(order, received)).toBe(day)
})
