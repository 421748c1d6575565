import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { anyEvent, applyEvent, type Event, loadLive, toCorrection } from '#test/live-events.ts'
import { engineMonth, type Figures, type Network } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import type { Plan } from '../plan/plan.ts'
import { LINE_KINDS } from '../rules/line.ts'
import { computeDifference, type Limits, type LiveChange } from './difference.ts'
import { isBelow } from './direct-line.ts'
import type { LiveMonth } from './live-month.ts'
import type { LiveState } from './state.ts'

const MARCH = month('2026-03')
const NO_LIMITS: Limits = { undone: Number.POSITIVE_INFINITY, climbed: Number.POSITIVE_INFINITY }

const anyHistory = fc.record({
  start: anyMonth({ members: 14, orders: 14 }),
  events: fc.array(anyEvent, { maxLength: 14, size: 'max' }),
})

/** The change that an event is about to make, as a log would record it for one member, with the previous value. */
function toLiveChange(
  { state }: LiveMonth,
  network: Network,
  { kind, at: position, cut, active, order }: Event,
  asks: number,
) {
  const { members, orders } = network
  const anybody = members.length === 0 ? undefined : position % members.length
  const index = position % Math.max(1, orders.length)
  if (kind === 0 || anybody === undefined) return { what: 'status', member: members.length, wasActive: false } as const
  if (kind === 1) return { what: 'status', member: anybody, wasActive: members[anybody]?.active ?? !active } as const
  if (kind === 2 && orders[index]) {
    const before = { cvCents: state.cvCents[index] as number, pv: state.pv[index] as number }
    return { what: 'order', order: index, before } as const
  }
  const reversed = { ...order, credited: anybody, cvCents: 0 - order.cvCents, pv: 0 - order.pv }
  if (kind === 3) return { what: 'return', back: reversed, lines: [] } as const
  if (kind === 4) {
    const line = { kind: LINE_KINDS[cut % 3] ?? 'own_sale', amountCents: 0 - order.cvCents } as const
    return { what: 'return', back: { ...reversed, credited: -1 }, lines: anybody === asks ? [line] : [] } as const
  }
  if (kind === 5) {
    const { bonus, amountCents } = toCorrection({ at: position, cut, active, order })
    return { what: 'correction', member: anybody, bonus, amountCents } as const
  }
  return { what: 'order', order: orders.length, before: { cvCents: 0, pv: 0 } } as const
}

/** The month after all events, the networks before the first and after each, and the changes, newest first. */
function live(plan: Plan, network: Network, events: readonly Event[], asks: number) {
  const states = [structuredClone(network)]
  const changes: LiveChange[] = []
  const live = loadLive(plan, network)
  for (const event of events) {
    changes.unshift(toLiveChange(live, network, event, asks))
    applyEvent(live, network, event)
    states.push(structuredClone(network))
  }
  return { live, states, changes }
}

const copyColumns = (state: LiveState) =>
  structuredClone(Object.entries(state).filter(([, value]) => ArrayBuffer.isView(value) || value instanceof Map))

/** The card from a full recomputation; undefined before the member's enrollment. */
function findCard(plan: Plan, network: Network, member: number) {
  const card = engineMonth(plan, network).cards[member]
  return card && { ...card, active: network.members[member]?.active }
}

/** The amount that each order of a month pays a member, by bonus. */
function sumPaid({ lines }: Figures, member: number) {
  const paidByOrder = new Map<number, { salesBonusCents: number; levelBonusCents: number }>()
  for (const { order, payee, kind, amountCents } of lines) {
    if (payee !== member) continue
    const existing = paidByOrder.get(order) ?? { salesBonusCents: 0, levelBonusCents: 0 }
    existing[kind === 'differential' ? 'levelBonusCents' : 'salesBonusCents'] += amountCents
    paidByOrder.set(order, existing)
  }
  return paidByOrder
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const compareBy =
  <Item>(read: (item: Item) => number) =>
  (a: Item, b: Item) =>
    read(a) - read(b)

describe('the difference of a month', () => {
  it('leaves the month unchanged, and restores the earlier card', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), ({ start: { plan, network }, events }, position) => {
        fc.pre(network.members.length > 0)
        const member = position % network.members.length
        const { live: now, states, changes } = live(plan, network, events, member)
        const columns = copyColumns(now.state)
        const { before, after, considered } = computeDifference(now, MARCH, member, changes, NO_LIMITS)
        expect(copyColumns(now.state)).toEqual(columns)
        expect(before).toMatchObject(findCard(plan, states[0] as Network, member) ?? {})
        expect(after).toMatchObject(findCard(plan, network, member) ?? {})
        expect(considered).toBe(changes.length)
      }),
      { numRuns: 300 },
    )
  })

  it('adds up to the cent, and each order pays what the plan says', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), ({ start: { plan, network }, events }, position) => {
        fc.pre(network.members.length > 0)
        const member = position % network.members.length
        const { live: now, states, changes } = live(plan, network, events, member)
        const difference = computeDifference(now, MARCH, member, changes, NO_LIMITS)
        const { before, after, orders, corrections, rest } = difference
        for (const bonus of ['salesBonusCents', 'levelBonusCents'] as const) {
          const corrected = corrections.filter((correction) => `${correction.bonus}BonusCents` === bonus)
          const causes = sum(orders.map((order) => order[bonus])) + sum(corrected.map(({ amountCents }) => amountCents))
          expect(causes + rest[bonus]).toBe(after[bonus] - before[bonus])
        }
        expect(corrections.map(({ changeIndex }) => changeIndex)).toEqual(
          [...changes.keys()].filter((index) => {
            const change = changes[index]
            return change?.what === 'correction' && change.member === member
          }),
        )
        expect(sum(orders.map(({ pv }) => pv))).toBe(after.groupPv - before.groupPv)
        expect(orders.map(({ changeIndex }) => changeIndex)).toEqual(
          orders.map(({ changeIndex }) => changeIndex).sort(compareBy(Number)),
        )

        const paidBefore = sumPaid(engineMonth(plan, states[0] as Network), member)
        const paidByOrder = sumPaid(engineMonth(plan, network), member)
        const changed = new Set<number>()
        for (const { changeIndex, salesBonusCents, levelBonusCents } of orders) {
          const change = changes[changeIndex]
          if (change?.what !== 'order') continue
          changed.add(change.order)
          const nothing = { salesBonusCents: 0, levelBonusCents: 0 }
          const [from, to] = [paidBefore.get(change.order) ?? nothing, paidByOrder.get(change.order) ?? nothing]
          expect({ salesBonusCents, levelBonusCents }).toEqual({
            salesBonusCents: to.salesBonusCents - from.salesBonusCents,
            levelBonusCents: to.levelBonusCents - from.levelBonusCents,
          })
        }
        const sumUnchanged = (amounts: ReturnType<typeof sumPaid>, bonus: keyof typeof rest) =>
          sum([...amounts].filter(([order]) => !changed.has(order)).map(([, amounts]) => amounts[bonus]))
        for (const bonus of ['salesBonusCents', 'levelBonusCents'] as const) {
          expect(rest[bonus]).toBe(sumUnchanged(paidByOrder, bonus) - sumUnchanged(paidBefore, bonus))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('lists exactly the downline members whose status or level changed', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), ({ start: { plan, network }, events }, position) => {
        fc.pre(network.members.length > 0)
        const member = position % network.members.length
        const { live: now, states, changes } = live(plan, network, events, member)
        const { statuses, levels } = computeDifference(now, MARCH, member, changes, NO_LIMITS)
        const downline = [...network.members.keys()].filter(
          (index) => index === member || isBelow(now.state, index, member),
        )
        const wasActive = (index: number) => states[0]?.members[index]?.active ?? false
        const isActive = (index: number) => network.members[index]?.active ?? false
        const sorted = [...statuses].sort(compareBy(({ member }) => member))
        expect(sorted.map(({ member, active }) => [member, active])).toEqual(
          downline.filter((index) => wasActive(index) !== isActive(index)).map((index) => [index, isActive(index)]),
        )
        const paidBefore = engineMonth(plan, states[0] as Network).cards
        const cards = engineMonth(plan, network).cards
        const changedLevels = downline
          .map((index) => ({ member: index, from: paidBefore[index]?.level ?? 1, to: cards[index]?.level ?? 1 }))
          .filter(({ from, to }) => from !== to)
        expect([...levels].sort(compareBy(({ member }) => member))).toMatchObject(changedLevels)
        expect(levels.map(({ depth }) => depth)).toEqual(levels.map(({ depth }) => depth).sort(compareBy(Number)))
      }),
      { numRuns: 300 },
    )
  })

  it('goes back as far as the limits allow, and reports how far', () => {
    const limits = fc.record({ undone: fc.integer({ min: 1, max: 8 }), climbed: fc.integer({ min: 1, max: 30 }) })
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), limits, ({ start: { plan, network }, events }, position, limits) => {
        fc.pre(network.members.length > 0)
        const member = position % network.members.length
        const { live: now, states, changes } = live(plan, network, events, member)
        const { before, considered } = computeDifference(now, MARCH, member, changes, limits)
        expect(considered).toBeGreaterThan(changes.length > 0 ? 0 : -1)
        expect(before).toMatchObject(findCard(plan, states[changes.length - considered] as Network, member) ?? {})
      }),
      { numRuns: 300 },
    )
  })
})
