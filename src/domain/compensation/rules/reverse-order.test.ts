import { describe, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { EXAMPLE_PLAN } from '../plan/plan.ts'
import { payOrder } from './pay-order.ts'
import { reverseOrder } from './reverse-order.ts'

const SELLER = 7
const SPONSOR = 8
const path = [
  { member: SELLER, active: true, level: 1 },
  { member: SPONSOR, active: true, level: 2 },
]
const frozen = { plan: EXAMPLE_PLAN, path }
const pay = (value: number) =>
  payOrder(EXAMPLE_PLAN, { order: 1, month: month('2026-03'), valueCents: cents(value) }, path).lines

describe('a reversal', () => {
  it('repeats the step of the original, with value and amount as the change', () => {
    const event = { order: 1, beforeCents: cents(33_333), remainingCents: cents(22_222) }
    expect(reverseOrder(frozen, event, pay(33_333))).toMatchObject([
      { kind: 'own_sale', payee: SELLER, depth: 0, valueCents: -11_111, amountCents: -333, rateBp: 300, coveredBp: 0 },
      { kind: 'direct_line', payee: SPONSOR, depth: 1, amountCents: -333, postedCents: 1000, dueCents: 667 },
      { kind: 'differential', payee: SPONSOR, amountCents: -334, rateBp: 600, coveredBp: 300, coveredBy: SELLER },
    ])
  })

  it('can shift a cent between payees, because totals are rounded', () => {
    const event = { order: 1, beforeCents: cents(17), remainingCents: cents(16) }
    expect(reverseOrder(frozen, event, pay(17))).toMatchObject([
      { kind: 'own_sale', amountCents: -1 },
      { kind: 'direct_line', amountCents: -1 },
      { kind: 'differential', amountCents: 1, postedCents: 0 },
    ])
  })

  it('is empty if nothing was returned', () => {
    const event = { order: 1, beforeCents: cents(17), remainingCents: cents(17) }
    expect(reverseOrder(frozen, event, pay(17))).toEqual([])
  })

  it('refuses more than was sold, and lines that the frozen path cannot have posted', () => {
    const event = { order: 1, beforeCents: cents(100), remainingCents: cents(0) }
    expect(() => reverseOrder(frozen, { ...event, remainingCents: cents(-1) }, [])).toThrow(RangeError)
    expect(() => reverseOrder(frozen, { ...event, remainingCents: cents(101) }, [])).toThrow(RangeError)
    const foreign = { payee: 99, kind: 'differential', amountCents: cents(5) } as const
    expect(() => reverseOrder(frozen, event, [foreign])).toThrow('is not on its frozen path')
  })
})
