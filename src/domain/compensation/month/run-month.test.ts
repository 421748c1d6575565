import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineMonth, type Network, toColumns } from '#test/network.ts'
import { anyCorrection, anyMonth } from '#test/random-networks.ts'
import { referenceMonth } from '#test/reference-month.ts'
import { EXAMPLE_PLAN } from '../plan/plan.ts'
import type { BonusCorrection } from '../rules/correction.ts'
import { makeEmptyBooked, makeOrders } from './columns.ts'
import { computeMonth, runMonth } from './run-month.ts'

const member = (sponsor: number | undefined, active = true) => ({ sponsor, active })
const order = (credited: number | undefined, cvCents: number, pv: number) => ({
  credited,
  customer: false,
  cvCents,
  pv,
})

describe('the columnar month', () => {
  it('equals the reference implementation, card by card and line by line', () => {
    fc.assert(
      fc.property(anyMonth(), fc.integer({ min: 1, max: 50 }), ({ plan, network }, slice) => {
        const { cards, lines } = referenceMonth(plan, network)
        expect(engineMonth(plan, network, slice)).toEqual({ cards, lines })
      }),
      { numRuns: 400 },
    )
  })

  it('equals the reference implementation with staff corrections, which change no levels and no lines', () => {
    const anyCorrected = anyMonth({ members: 16, orders: 24 })
      .filter(({ network }) => network.members.length > 0)
      .chain(({ plan, network }) =>
        fc.record({
          plan: fc.constant(plan),
          network: fc.constant(network),
          corrections: fc.array(anyCorrection(network.members.length), { minLength: 1, maxLength: 8 }),
        }),
      )
    fc.assert(
      fc.property(anyCorrected, ({ plan, network, corrections }) => {
        const corrected = engineMonth(plan, { ...network, booked: { volumes: [], lines: [], corrections } })
        const { cards, lines } = referenceMonth(plan, { ...network, booked: { volumes: [], lines: [], corrections } })
        expect(corrected).toEqual({ cards, lines })
        const before = engineMonth(plan, network)
        expect(corrected.lines).toEqual(before.lines)
        const changes = corrected.cards.map(
          ({ totalBonusCents }, index) => totalBonusCents - (before.cards[index]?.totalBonusCents ?? 0),
        )
        const memberCorrections = network.members.map((_, index) =>
          corrections.reduce(
            (sum, { member: correctedMember, amountCents }) => sum + (correctedMember === index ? amountCents : 0),
            0,
          ),
        )
        expect(changes).toEqual(memberCorrections)
        expect(corrected.cards.map(({ level }) => level)).toEqual(before.cards.map(({ level }) => level))
      }),
      { numRuns: 100 },
    )
  })

  it('pays nine steps and a direct line on a path through all nine levels', () => {
    const ladder = EXAMPLE_PLAN.levels.map((row, n) => ({ ...row, personalPv: 0, groupPv: n, customerPv: 0, legs: 0 }))
    const plan = { ...EXAMPLE_PLAN, levels: ladder.map((row) => ({ ...row, legLevel: 0 })) }
    const members = [...Array(9).keys()].map((n) => member(n === 8 ? undefined : n + 1))
    const orders = [order(0, 10_000, 0), ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => order(n, 0, 1))]
    const { lines, cards } = engineMonth(plan, { members, orders })
    expect(cards.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(lines.map(({ payee, amountCents }) => [payee, amountCents])).toEqual([
      [0, 300],
      [1, 300],
      ...[300, 300, 300, 300, 300, 200, 200, 200].map((amount, n) => [n + 1, amount]),
    ])
  })

  it('handles a chain of 300,000 members', () => {
    const members = 300_000
    const sponsor = Int32Array.from({ length: members }, (_, n) => n - 1)
    const active = new Uint8Array(members).fill(1)
    const orders = { ...makeOrders(1), credited: Int32Array.of(members - 1) }
    orders.cvCents[0] = 10_000
    orders.pv[0] = 500
    const { cards, lines } = computeMonth(EXAMPLE_PLAN, {
      tree: { sponsor, active },
      orders,
      booked: makeEmptyBooked(),
    })
    expect(cards.groupPv[0]).toBe(500)
    expect([...lines.amountCents]).toEqual([600, 300])
    expect(lines.depth[1]).toBe(1)
  })

  it('yields slices, so that other work can run in between', () => {
    const members = [...Array(7).keys()].map((n) => member(n === 0 ? undefined : 0))
    const orders = members.map((_, n) => order(n, 1000, 10))
    const stages = [...runMonth(EXAMPLE_PLAN, toColumns({ members, orders }), 3)].map(({ stage, done }) => [
      stage,
      done,
    ])
    expect(stages).toEqual(
      ['volumes', 'legs', 'leaves', 'levels', 'uplines', 'lines', 'totals'].flatMap((stage) =>
        [3, 6, 7].map((n) => [stage, n]),
      ),
    )
  })

  it('is empty for a month without members', () => {
    expect(engineMonth(EXAMPLE_PLAN, { members: [], orders: [order(undefined, 500, 5)] })).toEqual({
      cards: [],
      lines: [],
    })
  })

  const networks: [string, Network][] = [
    ['a circle', { members: [member(1), member(0)], orders: [] }],
    ['a circle below the top', { members: [member(undefined), member(2), member(1)], orders: [] }],
    ['a sponsor of oneself', { members: [member(0)], orders: [] }],
    ['an unknown sponsor', { members: [member(7)], orders: [] }],
    ['an unknown credited member', { members: [member(undefined)], orders: [order(1, 100, 1)] }],
    ['a fraction of a cent', { members: [member(undefined)], orders: [order(0, 100.5, 1)] }],
    ['a fraction of a point', { members: [member(undefined)], orders: [order(0, 100, 0.5)] }],
    ['an order below nothing', { members: [member(undefined)], orders: [order(0, -100, 1)] }],
    [
      'sales beyond 2⁵³ cents',
      { members: [member(undefined)], orders: [1, 2].map(() => order(0, Number.MAX_SAFE_INTEGER, 0)) },
    ],
    [
      'group PV beyond 2⁵³',
      { members: [member(undefined), member(0)], orders: [0, 1].map((n) => order(n, 0, Number.MAX_SAFE_INTEGER)) },
    ],
  ]
  it.each([
    ['of nobody', { member: 1, bonus: 'sales', amountCents: 1 }],
    ['of a fraction of a cent', { member: 0, bonus: 'level', amountCents: 0.5 }],
  ] as const)('rejects a correction with %s', (_, correction) => {
    const corrections = [correction as BonusCorrection]
    const network = { members: [member(undefined)], orders: [], booked: { volumes: [], lines: [], corrections } }
    expect(() => engineMonth(EXAMPLE_PLAN, network)).toThrow(RangeError)
  })

  it.each(networks)('rejects %s', (_, network) => {
    expect(() => engineMonth(EXAMPLE_PLAN, network)).toThrow(RangeError)
  })
})
