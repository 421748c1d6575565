import { expect, test } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { paidOn } from './paid-on.ts'

const order = { totalCents: cents(10_000), placedOn: '2026-03-02', paidDay: '2026-03-10' }
const money = (day: string, amount: number) => ({ day: `2026-03-${day}`, amountCents: cents(amount) })

test.each([
  ['its value date', [money('04', 10_000)], '2026-03-04'],
  [
    'of several the last that was needed, in whatever order they were booked',
    [money('06', 4_000), money('04', 6_000)],
    '2026-03-06',
  ],
  ['not of what came on top of it', [money('04', 10_000), money('08', 2_500)], '2026-03-04'],
  ['the last, where a credit or the tolerance did the rest', [money('04', 6_000), money('06', 3_900)], '2026-03-06'],
  ['the day of placing, where the money is older', [money('01', 10_000)], '2026-03-02'],
  ['the day on which it was taken as paid, where nothing was received', [], '2026-03-10'],
])('an order was paid on the value date of its payment: %s', (_, received, day) => {
  expect(paidOn(order, received)).toBe(day)
})
