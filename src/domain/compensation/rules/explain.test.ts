import { describe, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { toColumns } from '#test/network.ts'
import { readExample } from '#test/plan-tables.ts'
import { referenceMonth } from '#test/reference-month.ts'
import { computeOneLevelUp } from '../month/one-level-up.ts'
import { computeMonth } from '../month/run-month.ts'
import { EXAMPLE_PLAN } from '../plan/plan.ts'
import {
  computeBonusesAtLevel,
  computeMoneyBreakdown,
  explainAmount,
  explainLevel,
  findUnpaidReasons,
} from './explain.ts'
import { payOrder } from './pay-order.ts'

const example = readExample('example-1')
const network = { members: example.members, orders: example.orders }
const march = referenceMonth(EXAMPLE_PLAN, network)
const [A, B, C, D, E, G, H] = ['A', 'B', 'C', 'D', 'E', 'G', 'H'].map(example.indexOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const payExample = (orderNo: string) => {
  const index = example.orders.findIndex((order) => order.orderNo === orderNo)
  const paid = march.paid[index]
  if (!paid) throw new Error(`order ${orderNo} does not exist`)
  return paid
}
const toLevelInputs = (member: number) => {
  const levelInputs = march.levelInputs[member]
  if (!levelInputs) throw new Error('the member does not exist')
  return levelInputs
}
const findLine = (orderNo: string, payee: number, kind = 'differential') => {
  const line = payExample(orderNo).lines.find((entry) => entry.payee === payee && entry.kind === kind)
  if (!line) throw new Error('the line does not exist')
  return line
}

describe('why this amount', () => {
  it('has rate, covered rate, the member who covered it, and both totals (docs/plan §12.1)', () => {
    expect(explainAmount(payExample('O5'), findLine('O5', B))).toMatchObject({
      valueCents: 98_015,
      rateBp: 900,
      coveredBp: 600,
      coveredBy: D,
      totalCents: 8_821,
      coveredCents: 5_881,
      amountCents: 2_940,
      passedOver: [],
    })
  })

  it('lists the members who were passed over on the way', () => {
    const findPassedOver = (orderNo: string, payee: number) =>
      explainAmount(payExample(orderNo), findLine(orderNo, payee)).passedOver.map(({ member, reason }) => [
        member,
        reason,
      ])
    expect(findPassedOver('O9', B)).toEqual([[E, 'not_active']])
    expect(findPassedOver('O9', A)).toEqual([])
    expect(findPassedOver('O8', B)).toEqual([[D, 'equal_rate']])
    expect(findPassedOver('O6', B)).toEqual([[E, 'not_active']])
    expect(explainAmount(payExample('O8'), findLine('O8', D, 'direct_line')).passedOver).toEqual([])
  })
})

describe('why an order pays nothing', () => {
  it.each([
    ['O8', D, [{ kind: 'differential', reason: 'equal_rate' }]],
    ['O6', E, [{ kind: 'own_sale', reason: 'not_active' }]],
    ['O6', B, [{ kind: 'direct_line', reason: 'credited_not_active' }]],
    [
      'O9',
      E,
      [
        { kind: 'direct_line', reason: 'not_active' },
        { kind: 'differential', reason: 'not_active' },
      ],
    ],
    ['O1', A, [{ kind: 'direct_line', reason: 'no_sponsor' }]],
    ['O5', C, []],
    ['O5', A, []],
  ] as const)('has a reason for %s', (orderNo, member, reasons) => {
    expect(findUnpaidReasons(payExample(orderNo), member)).toEqual(reasons)
  })

  it('distinguishes a lower rate from an equal one, and amounts that round to zero', () => {
    const path = [
      { member: 1, active: true, level: 3 },
      { member: 2, active: true, level: 2 },
      { member: 3, active: true, level: 4 },
    ]
    const pay = (value: number) =>
      payOrder(EXAMPLE_PLAN, { order: 1, month: month('2026-03'), valueCents: cents(value) }, path)
    expect(findUnpaidReasons(pay(1_000), 2)).toEqual([{ kind: 'differential', reason: 'lower_rate' }])
    expect(findUnpaidReasons(pay(2), 3)).toEqual([{ kind: 'differential', reason: 'rounds_to_nothing' }])
    expect(findUnpaidReasons(pay(0), 1)).toEqual([{ kind: 'own_sale', reason: 'no_value' }])
    expect(pay(0).lines).toEqual([])
  })

  it('has one reason for everybody if the order does not count', () => {
    expect(findUnpaidReasons('outside_month', G)).toEqual([{ reason: 'outside_month' }])
  })
})

describe('why this level', () => {
  it('shows that D lacks 30 group PV for Ruby (docs/plan §12.3)', () => {
    const { level, next } = explainLevel(EXAMPLE_PLAN, toLevelInputs(D))
    expect(level).toBe(2)
    expect(next).toEqual({
      level: 3,
      conditions: [
        { kind: 'personal_pv', have: 850, need: 100, missing: 0 },
        { kind: 'group_pv', have: 1_470, need: 1_500, missing: 30 },
        { kind: 'customer_pv', have: 0, need: 0, missing: 0 },
        { kind: 'legs', legLevel: 0, have: 1, need: 0, missing: 0 },
      ],
    })
  })

  it('counts the legs that qualify, and has no next level above Crown', () => {
    const { conditions } = explainLevel(EXAMPLE_PLAN, toLevelInputs(A))
    expect(conditions.at(-1)).toEqual({ kind: 'legs', legLevel: 2, have: 2, need: 2, missing: 0 })
    const crown = { active: true, personalPv: 200, groupPv: 120_000, customerPv: 150, legLevels: [4, 4, 4, 4] }
    expect(explainLevel(EXAMPLE_PLAN, crown).next).toBeUndefined()
    expect(explainLevel(EXAMPLE_PLAN, toLevelInputs(E))).toMatchObject({ level: 1, active: false })
  })

  it('would have paid D 130.52 instead of 79.96 at Ruby', () => {
    const sales = network.orders.flatMap(({ cvCents }, order) => {
      const path = march.pathOf(network.orders[order]?.credited ?? -1)
      const index = path.findIndex(({ member }) => member === D)
      return index === -1 ? [] : [{ order, valueCents: cents(cvCents), below: path.slice(0, index) }]
    })
    expect(computeBonusesAtLevel(EXAMPLE_PLAN, D, 2, sales)).toMatchObject({
      totalBonusCents: 7_996,
      levelBonusCents: 0,
    })
    expect(computeBonusesAtLevel(EXAMPLE_PLAN, D, 3, sales)).toMatchObject({
      totalBonusCents: 13_052,
      levelBonusCents: 2_116,
    })

    const input = toColumns(network)
    const passes = computeOneLevelUp(EXAMPLE_PLAN, input, computeMonth(EXAMPLE_PLAN, input))
    let pass = passes.next()
    while (!pass.done) pass = passes.next()
    expect([pass.value[D], pass.value[E]]).toEqual([13_052 - 7_996, 0])
  })
})

it('O9 pays two steps above H; nobody earns its direct line and the rates above 12%', () => {
  const { lines, paidCents, restCents, ceilingCents, keptCents } = computeMoneyBreakdown(EXAMPLE_PLAN, payExample('O9'))
  expect(lines.map(({ payee, amountCents }) => [payee, amountCents])).toEqual([
    [H, 827],
    [B, 1_653],
    [A, 826],
  ])
  expect([paidCents, restCents]).toEqual([3_306, 27_550 - 3_306])
  expect([paidCents, ceilingCents, keptCents]).toEqual([3_306, 6_612 + 827, 6_612 + 827 - 3_306])
})

it('an order without a member pays nobody, and the company keeps all of it, not the ceiling alone', () => {
  const nobodys = payOrder(EXAMPLE_PLAN, { order: 0, month: month('2026-03'), valueCents: cents(70_744) }, [])
  const { paidCents, restCents, ceilingCents, keptCents } = computeMoneyBreakdown(EXAMPLE_PLAN, nobodys)
  expect([paidCents, restCents]).toEqual([0, 70_744])
  expect([ceilingCents, keptCents]).toEqual([16_979 + 2_122, 16_979 + 2_122])
})
