import fc from 'fast-check'
import { expect } from 'vitest'
import { type LiveMonth, startLiveMonth } from '#domain/compensation/live/live-month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { cents } from '#domain/money/money.ts'
import { type Network, type NetworkOrder, toColumns } from './network.ts'

/** Runs a generator to its end. */
export const runToEnd = <Result>(work: Generator<unknown, Result>): Result => {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

export const loadLive = (plan: Plan, network: Network, slice?: number) =>
  runToEnd(startLiveMonth(plan, toColumns(network), slice))

/** A random event of a month in memory. */
export type Event = { kind: number; at: number; cut: number; active: boolean; order: Omit<NetworkOrder, 'credited'> }
export const anyEvent: fc.Arbitrary<Event> = fc.record({
  kind: fc.nat(7),
  at: fc.nat(10_000),
  cut: fc.nat(1000),
  active: fc.boolean(),
  order: fc.record({
    customer: fc.boolean(),
    cvCents: fc.oneof(fc.nat(60), fc.nat(200_000)),
    pv: fc.oneof(fc.nat(30), fc.nat(60_000)),
  }),
})

/** The staff correction described by an event of that kind. */
export const toCorrection = ({ cut, active, order }: Omit<Event, 'kind'>) =>
  ({
    bonus: cut % 2 === 0 ? 'sales' : 'level',
    amountCents: cents(active ? order.cvCents : 0 - order.cvCents),
  }) as const

/** Applies the event to the month and to the network that it would be loaded from. */
export function applyEvent(live: LiveMonth, network: Network, { kind, at, cut, active, order }: Event): void {
  const { members, orders } = network
  const booked = network.booked ?? { volumes: [], lines: [] }
  booked.corrections ??= []
  network.booked = booked
  const member = members.length === 0 ? undefined : at % members.length
  const index = at % Math.max(1, orders.length)
  if (kind === 0 || member === undefined) {
    const sponsor = at % 7 === 0 ? undefined : member
    expect(live.addMember(sponsor ?? -1, active)).toBe(members.length)
    members.push({ sponsor, active })
  } else if (kind === 1) {
    live.setActive(member, active)
    members[member] = { sponsor: members[member]?.sponsor, active }
  } else if (kind === 2 && orders[index]) {
    const { cvCents, pv, ...rest } = orders[index]
    const remaining = { cvCents: Math.floor((cvCents * cut) / 1000), pv: Math.floor((pv * cut) / 1000) }
    live.setOrder(index, remaining)
    orders[index] = { ...rest, ...remaining }
  } else if (kind === 3) {
    const volume = { ...order, credited: member, cvCents: 0 - order.cvCents, pv: 0 - order.pv }
    live.addVolume(volume)
    booked.volumes.push(volume)
  } else if (kind === 4) {
    const line = { payee: member, kind: LINE_KINDS[cut % 3] ?? 'own_sale', amountCents: cents(0 - order.cvCents) }
    live.addBookedLine(line)
    booked.lines.push(line)
  } else if (kind === 5) {
    const correction = { member, ...toCorrection({ at, cut, active, order }) }
    live.addCorrection(correction)
    booked.corrections.push(correction)
  } else {
    const newOrder = { ...order, credited: at % 11 === 0 ? undefined : member }
    expect(live.addOrder({ ...newOrder, credited: newOrder.credited ?? -1 })).toBe(orders.length)
    orders.push(newOrder)
  }
}
