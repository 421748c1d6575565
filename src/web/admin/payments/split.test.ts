import { expect, it } from 'vitest'
import { computeSplit, defaultShareAmount, type Share } from './split.ts'

const share = (amount: string, balance = 60): Share => ({ orderId: 1, name: 'Ana Reyes', balance, amount })

it('the shares of a transaction add up to the cent, and the rest stays open', () => {
  expect(computeSplit(100.3, [share('60.10'), share(' $40.20 ')])).toMatchObject({
    bookedCents: 10_030,
    restCents: 0,
    isBookable: true,
  })
  expect(computeSplit(100, [share('60')])).toMatchObject({ restCents: 4_000, isBookable: true })
})

it('too large, zero and malformed amounts are not booked', () => {
  expect(computeSplit(100, [share('60'), share('40.01')])).toMatchObject({ restCents: -1, isBookable: false })
  for (const invalid of ['', '0', 'ten', '-5', '1.234'])
    expect([invalid, computeSplit(100, [share(invalid)]).isBookable]).toEqual([invalid, false])
  expect(computeSplit(100, []).isBookable).toBe(false)
})

it('an order is offered its balance, up to the open amount of the transaction', () => {
  expect(defaultShareAmount(100, [], 60)).toBe('60.00')
  expect(defaultShareAmount(100, [share('60')], 60)).toBe('40.00')
  expect(defaultShareAmount(100, [share('100')], 60)).toBe('0.00')
  // The order is already paid: choosing it means an overpayment.
  expect(defaultShareAmount(100, [share('30')], 0)).toBe('70.00')
})
