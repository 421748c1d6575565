import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstInstant, month, nextMonth } from '#domain/calendar/month.ts'
import { cents, portion } from '#domain/money/money.ts'
import { engineMonth, type Figures, type LineRow, type Network, type NetworkOrder, toColumns } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { referenceMonth } from '#test/reference-month.ts'
import { computeOneLevelUp } from './month/one-level-up.ts'
import { computeMonth } from './month/run-month.ts'
import { getRate, LEVEL_CODES } from './plan/plan.ts'
import { findUncountedReason } from './rules/counted-order.ts'
import { computeBonusesAtLevel } from './rules/explain.ts'
import type { LineKind } from './rules/line.ts'
import { payOrder } from './rules/pay-order.ts'
import { type PostedLine, reverseOrder } from './rules/reverse-order.ts'

const RUNS = { numRuns: 200 }
const MARCH = month('2026-03')
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const sumAmounts = (lines: readonly { amountCents: number }[]) => sum(lines.map(({ amountCents }) => amountCents))
const findSteps = <Line extends { kind: LineKind }>(lines: readonly Line[]) =>
  lines.filter(({ kind }) => kind !== 'direct_line')
const findLines = ({ lines }: Figures, order: number) => lines.filter((line) => line.order === order)

const run = <T>(generator: Generator<unknown, T>): T => {
  for (;;) {
    const step = generator.next()
    if (step.done) return step.value
  }
}

describe('invariants of the plan (docs/plan §13)', () => {
  it('1: the steps of an order add up to the highest eligible rate on its path, and the whole stays under the ceiling', () => {
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        const figures = engineMonth(plan, network)
        const { pathOf } = referenceMonth(plan, network)
        const top = plan.levels.at(-1)?.rateBp ?? 0
        for (const [index, { credited, cvCents }] of network.orders.entries()) {
          const value = cents(cvCents)
          const path = credited === undefined ? [] : pathOf(credited)
          const best = Math.max(0, ...path.map((member) => getRate(plan, member)))
          const lines = findLines(figures, index)
          expect(sumAmounts(findSteps(lines))).toBe(portion(best, value))
          expect(sumAmounts(lines)).toBeLessThanOrEqual(portion(top, value) + portion(plan.directLineRateBp, value))
        }
      }),
      RUNS,
    )
  })

  it('2: no line is negative, rates rise along the path, and there are at most nine steps', () => {
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        const figures = engineMonth(plan, network)
        expect(figures.lines.filter(({ amountCents }) => amountCents <= 0)).toEqual([])
        for (const index of network.orders.keys()) {
          const steps = findSteps(findLines(figures, index))
          expect(steps.length).toBeLessThanOrEqual(9)
          for (const [n, step] of steps.entries()) {
            expect(step.rateBp).toBeGreaterThan(step.coveredBp)
            expect(step.coveredBp).toBeGreaterThanOrEqual(steps[n - 1]?.rateBp ?? 0)
          }
        }
      }),
      RUNS,
    )
  })

  it('3: group PV is personal PV plus the group PV of the legs; at the top it is everything that was credited', () => {
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        const { cards } = engineMonth(plan, network)
        const findGroup = (sponsor: number | undefined) =>
          sum(cards.filter((_, member) => network.members[member]?.sponsor === sponsor).map(({ groupPv }) => groupPv))
        for (const [member, { groupPv, personalPv }] of cards.entries()) {
          expect(groupPv).toBe(personalPv + findGroup(member))
        }
        const credited = network.orders.filter(({ credited }) => credited !== undefined)
        expect(findGroup(undefined)).toBe(sum(credited.map(({ pv }) => pv)))
      }),
      RUNS,
    )
  })

  it('4: cards are the sums of the lines by kind, and the total is sales plus level bonus', () => {
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        const { cards, lines } = engineMonth(plan, network)
        for (const [member, card] of cards.entries()) {
          const memberLines = lines.filter(({ payee }) => payee === member)
          expect(card.levelBonusCents).toBe(sumAmounts(memberLines.filter(({ kind }) => kind === 'differential')))
          expect(card.salesBonusCents).toBe(sumAmounts(memberLines.filter(({ kind }) => kind !== 'differential')))
          expect(card.totalBonusCents).toBe(card.salesBonusCents + card.levelBonusCents)
        }
        expect(sum(cards.map(({ totalBonusCents }) => totalBonusCents))).toBe(sumAmounts(lines))
      }),
      RUNS,
    )
  })

  it('5: neither the order of the orders nor the batch size changes anything', () => {
    const months = anyMonth().chain(({ plan, network }) =>
      fc.record({
        plan: fc.constant(plan),
        network: fc.constant(network),
        indexes: fc.shuffledSubarray([...network.orders.keys()], { minLength: network.orders.length }),
        slice: fc.integer({ min: 1, max: 9 }),
      }),
    )
    fc.assert(
      fc.property(months, ({ plan, network, indexes, slice }) => {
        const straight = engineMonth(plan, network)
        const orders = indexes.flatMap((index) => network.orders[index] ?? [])
        const shuffled = engineMonth(plan, { ...network, orders }, slice)
        expect(shuffled.cards).toEqual(straight.cards)
        const unshuffled = shuffled.lines.map((line) => ({ ...line, order: indexes[line.order] ?? -1 }))
        expect(unshuffled.sort((a, b) => a.order - b.order)).toEqual(straight.lines)
      }),
      RUNS,
    )
  })

  it('6: the same inputs give the same month again, and are not modified', () => {
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        const input = toColumns(network)
        const before = structuredClone(input)
        const first = computeMonth(plan, input)
        expect(computeMonth(plan, input)).toEqual(first)
        expect(input).toEqual(before)
      }),
      RUNS,
    )
  })

  it('7: more PV never lowers a level', () => {
    const change = fc.record({ at: fc.nat(), pv: fc.nat(50_000) })
    fc.assert(
      fc.property(anyMonth(), change, ({ plan, network }, { at, pv }) => {
        const index = at % Math.max(1, network.orders.length)
        const orders = network.orders.map((order, n) => (n === index ? { ...order, pv: order.pv + pv } : order))
        const before = engineMonth(plan, network).cards
        const after = engineMonth(plan, { ...network, orders }).cards
        expect(after.filter(({ level }, member) => level < (before[member]?.level ?? 0))).toEqual([])
      }),
      RUNS,
    )
  })

  it("7: raising only a member's level never lowers their total, and one level up matches the explanation", () => {
    fc.assert(
      fc.property(anyMonth({ members: 12, orders: 12 }), ({ plan, network }) => {
        const { cards, pathOf } = referenceMonth(plan, network)
        const input = toColumns(network)
        const gains = run(computeOneLevelUp(plan, input, computeMonth(plan, input)))
        for (const [member, { level, totalBonusCents }] of cards.entries()) {
          const sales = findSales(network, member, pathOf)
          let total = totalBonusCents
          for (const code of LEVEL_CODES.filter((higher) => higher > level)) {
            const raised = referenceMonth(plan, network, new Map([[member, code]])).cards[member]
            expect(raised?.totalBonusCents).toBeGreaterThanOrEqual(total)
            if (network.members[member]?.active) {
              expect(computeBonusesAtLevel(plan, member, code, sales).totalBonusCents).toBe(raised?.totalBonusCents)
            }
            if (code === level + 1) expect(gains[member]).toBe((raised?.totalBonusCents ?? 0) - totalBonusCents)
            total = raised?.totalBonusCents ?? 0
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('8: a reversal in any steps leaves what the order would have paid, and nothing after a full return', () => {
    const parts = fc.array(fc.nat(1000), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(anyMonth({ members: 12, orders: 3 }), parts, fc.boolean(), ({ plan, network }, cuts, wholly) => {
        const { paid, pathOf } = referenceMonth(plan, network)
        for (const [order, { valueCents, credited, lines }] of paid.entries()) {
          if (credited === undefined) continue
          const path = pathOf(credited)
          const posted: PostedLine[] = [...lines]
          let remaining = valueCents
          for (const [n, cut] of cuts.entries()) {
            const beforeCents = remaining
            remaining = cents(wholly && n === cuts.length - 1 ? 0 : Math.floor((remaining * cut) / 1000))
            posted.push(...reverseOrder({ plan, path }, { order, beforeCents, remainingCents: remaining }, posted))
          }
          const due = payOrder(plan, { order, month: MARCH, valueCents: remaining }, path).lines
          expect(readNet(posted)).toEqual(readNet(due))
          if (wholly) expect(readNet(posted)).toEqual({})
        }
      }),
      RUNS,
    )
  })

  it('9: an order outside the month, not completed, canceled or without a member pays nobody', () => {
    const start = firstInstant(MARCH)
    const order = { credited: 0, completedAt: start, canceled: false }
    expect(findUncountedReason(order, MARCH)).toBeUndefined()
    expect(findUncountedReason({ ...order, completedAt: start - 1 }, MARCH)).toBe('outside_month')
    expect(findUncountedReason({ ...order, completedAt: firstInstant(nextMonth(MARCH)) }, MARCH)).toBe('outside_month')
    expect(findUncountedReason({ ...order, completedAt: undefined }, MARCH)).toBe('not_completed')
    expect(findUncountedReason({ ...order, canceled: true }, MARCH)).toBe('canceled')
    expect(findUncountedReason({ ...order, credited: undefined }, MARCH)).toBe('no_credited_member')
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        const figures = engineMonth(plan, network)
        const nobodys: NetworkOrder = { credited: undefined, customer: true, cvCents: 99_999, pv: 99_999 }
        expect(engineMonth(plan, { ...network, orders: [...network.orders, nobodys] })).toEqual(figures)
      }),
      RUNS,
    )
  })

  it('10 and 14: people who enroll and sell nothing change no figures and earn nobody a line', () => {
    const enrolled = fc.array(fc.record({ under: fc.option(fc.nat()), active: fc.boolean() }), { maxLength: 8 })
    fc.assert(
      fc.property(anyMonth(), enrolled, ({ plan, network }, people) => {
        const members = [...network.members]
        for (const { under, active } of people) {
          members.push({ sponsor: under === null || members.length === 0 ? undefined : under % members.length, active })
        }
        const before = engineMonth(plan, network)
        const after = engineMonth(plan, { ...network, members })
        expect(after.lines).toEqual(before.lines)
        expect(after.cards.slice(0, network.members.length)).toEqual(before.cards)
      }),
      RUNS,
    )
  })

  it('11: two networks computed together or separately give the same figures', () => {
    fc.assert(
      fc.property(anyMonth(), anyMonth(), ({ plan, network: one }, { network: two }) => {
        const indexShift = one.members.length
        const hasMoved = (index: number | undefined) => (index === undefined ? undefined : index + indexShift)
        const together = engineMonth(plan, {
          members: [...one.members, ...two.members.map((member) => ({ ...member, sponsor: hasMoved(member.sponsor) }))],
          orders: [...one.orders, ...two.orders.map((order) => ({ ...order, credited: hasMoved(order.credited) }))],
        })
        const [first, second] = [engineMonth(plan, one), engineMonth(plan, two)]
        expect(together.cards).toEqual([...first.cards, ...second.cards])
        const shifted = second.lines.map(
          (line): LineRow => ({
            ...line,
            order: line.order + one.orders.length,
            payee: line.payee + indexShift,
            coveredBy: hasMoved(line.coveredBy),
          }),
        )
        expect(together.lines).toEqual([...first.lines, ...shifted])
      }),
      RUNS,
    )
  })

  it('13: a payee is the credited member or above it', () => {
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        for (const { order, payee, depth } of engineMonth(plan, network).lines) {
          let member = network.orders[order]?.credited
          for (let n = 0; n < depth && member !== undefined; n++) member = network.members[member]?.sponsor
          expect(payee).toBe(member)
        }
      }),
      RUNS,
    )
  })

  it('15: one more order adds its lines, and changes others only if a level on their path changed', () => {
    fc.assert(
      fc.property(anyMonth(), ({ plan, network }) => {
        const before = engineMonth(plan, { ...network, orders: network.orders.slice(0, -1) })
        const after = engineMonth(plan, network)
        const { paid, pathOf } = referenceMonth(plan, network)
        const hasMoved = (member: number) => before.cards[member]?.level !== after.cards[member]?.level
        for (const [index, { credited }] of network.orders.slice(0, -1).entries()) {
          const path = credited === undefined ? [] : pathOf(credited)
          if (!path.some(({ member }) => hasMoved(member)))
            expect(findLines(after, index)).toEqual(findLines(before, index))
        }
        const last = network.orders.length - 1
        expect(findLines(after, last)).toMatchObject(
          (paid[last]?.lines ?? []).map(({ payee, kind, amountCents }) => ({ payee, kind, amountCents })),
        )
      }),
      RUNS,
    )
  })
})

function findSales({ orders }: Network, member: number, pathOf: ReturnType<typeof referenceMonth>['pathOf']) {
  return orders.flatMap(({ credited, cvCents }, order) => {
    const path = credited === undefined ? [] : pathOf(credited)
    const index = path.findIndex((ancestor) => ancestor.member === member)
    return index === -1 ? [] : [{ order, valueCents: cents(cvCents), below: path.slice(0, index) }]
  })
}

/** The net amount of each payee by kind; zeros are omitted. */
function readNet(lines: readonly PostedLine[]): Record<string, number> {
  const net: Record<string, number> = {}
  for (const { payee, kind, amountCents } of lines)
    net[`${payee} ${kind}`] = (net[`${payee} ${kind}`] ?? 0) + amountCents
  return Object.fromEntries(Object.entries(net).filter(([, amount]) => amount !== 0))
}
