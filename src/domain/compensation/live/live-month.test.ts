import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEvent, applyEvent, loadLive, runToEnd } from '#test/live-events.ts'
import { type Card, type Network, toColumns } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { computeOneLevelUp } from '../month/one-level-up.ts'
import { computeMonth } from '../month/run-month.ts'
import { getLevelRow, type Plan } from '../plan/plan.ts'
import { countQualifyingLegs, readCard } from './card.ts'
import { countDirectLine, findDirectLinePosition, getDirectLineMember, isBelow } from './direct-line.ts'
import type { LiveMonth } from './live-month.ts'

/** All figures of all members in a live month. */
const readFigures = ({ state }: LiveMonth) =>
  Array.from({ length: state.members }, (_, member) => ({
    ...readCard(state, member),
    legs: state.plan.levels.map(({ legLevel }) => countQualifyingLegs(state, member, legLevel)),
    downline: state.downline[member],
    direct: Array.from({ length: countDirectLine(state, member) }, (_, nth) => getDirectLineMember(state, member, nth)),
  }))

/** Computes the same figures from scratch. */
function computed(plan: Plan, network: Network) {
  const input = toColumns(network)
  const month = computeMonth(plan, input)
  const gains = runToEnd(computeOneLevelUp(plan, input, month))
  const readMemberCard = (member: number) =>
    Object.fromEntries(Object.entries(month.cards).map(([figure, column]) => [figure, column[member]])) as Card
  const direct = network.members.map((_, member) =>
    network.members.flatMap(({ sponsor }, index) => (sponsor === member ? [index] : [])),
  )
  const findDownline = (member: number): number =>
    (direct[member] ?? []).reduce((sum, child) => sum + 1 + findDownline(child), 0)
  const findBest = (member: number): number =>
    Math.max(
      network.members[member]?.active ? readMemberCard(member).level : 0,
      ...(direct[member] ?? []).map(findBest),
    )
  return network.members.map(({ active }, member) => ({
    ...readMemberCard(member),
    active,
    nextLevelCents: gains[member],
    legs: plan.levels.map(
      ({ code }) =>
        (direct[member] ?? []).filter((child) => findBest(child) >= Math.max(1, getLevelRow(plan, code).legLevel))
          .length,
    ),
    downline: findDownline(member),
    direct: direct[member],
  }))
}

describe('a live month', () => {
  it('15: equals a full recomputation right after it was loaded', () => {
    fc.assert(
      fc.property(anyMonth(), fc.integer({ min: 1, max: 50 }), ({ plan, network }, slice) => {
        expect(readFigures(loadLive(plan, network, slice))).toEqual(computed(plan, network))
      }),
      { numRuns: 60 },
    )
  })

  it('15: equals a full recomputation after every event', () => {
    fc.assert(
      fc.property(
        anyMonth({ members: 16, orders: 20 }),
        fc.array(anyEvent, { maxLength: 30, size: 'max' }),
        ({ plan, network }, events) => {
          const live = loadLive(plan, network)
          for (const event of events) {
            applyEvent(live, network, event)
            expect(readFigures(live)).toEqual(computed(plan, network))
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('knows every downline, including members enrolled since the load', () => {
    fc.assert(
      fc.property(
        anyMonth({ members: 14, orders: 0 }),
        fc.array(fc.nat(1000), { maxLength: 10 }),
        ({ plan, network }, new_) => {
          const live = loadLive(plan, network)
          for (const at of new_)
            applyEvent(live, network, {
              kind: 0,
              at,
              cut: 0,
              active: true,
              order: { customer: false, cvCents: 0, pv: 0 },
            })
          const { members } = network
          const findUpline = (member: number): number[] => {
            const sponsor = members[member]?.sponsor
            return sponsor === undefined ? [] : [sponsor, ...findUpline(sponsor)]
          }
          for (const member of members.keys()) {
            for (const candidate of members.keys()) {
              expect(isBelow(live.state, member, candidate)).toBe(findUpline(member).includes(candidate))
            }
            const sponsor = members[member]?.sponsor
            if (sponsor !== undefined) {
              expect(
                getDirectLineMember(live.state, sponsor, findDirectLinePosition(live.state, sponsor, member)),
              ).toBe(member)
            }
          }
        },
      ),
    )
  })
})
