import fc from 'fast-check'
import { month } from '#domain/calendar/month.ts'
import { EXAMPLE_PLAN, LEVEL_CODES, type Plan, type PlanLevel } from '#domain/compensation/plan/plan.ts'
import { type BonusCorrection, CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'
import { cents } from '#domain/money/money.ts'
import type { Network, NetworkMember, NetworkOrder } from './network.ts'

type Step = Record<'personalPv' | 'groupPv' | 'customerPv' | 'legs' | 'legLevel' | 'rateBp', number>

const smallStep: fc.Arbitrary<Step> = fc.record({
  personalPv: fc.nat(3),
  groupPv: fc.integer({ min: 1, max: 20_000 }),
  customerPv: fc.constantFrom(0, 0, 0, 1),
  legs: fc.constantFrom(0, 0, 0, 0, 1),
  legLevel: fc.constantFrom(0, 0, 1),
  rateBp: fc.integer({ min: 1, max: 400 }),
})

/** A valid plan whose levels are so close that a handful of orders reaches the top. */
const steepPlan: fc.Arbitrary<Plan> = fc
  .record({
    steps: fc.array(smallStep, { minLength: 9, maxLength: 9 }),
    firstRateBp: fc.constantFrom(0, 1, 300),
    directLineRateBp: fc.constantFrom(0, 1, 300, 555),
  })
  .map(({ steps, firstRateBp, directLineRateBp }) => {
    const [first, ...rest] = EXAMPLE_PLAN.levels
    const levels: PlanLevel[] = first ? [{ ...first, rateBp: firstRateBp }] : []
    for (const [n, row] of rest.entries()) {
      const previous = levels[n] ?? row
      const step = steps[n] ?? { personalPv: 0, groupPv: 1, customerPv: 0, legs: 0, legLevel: 0, rateBp: 1 }
      const legs = Math.min(4, previous.legs + (n > 1 ? step.legs : 0))
      levels.push({
        ...row,
        personalPv: previous.personalPv + step.personalPv,
        groupPv: previous.groupPv + step.groupPv,
        customerPv: previous.customerPv + step.customerPv,
        legs,
        legLevel: legs === 0 ? 0 : Math.min(LEVEL_CODES.length, Math.max(2, previous.legLevel) + step.legLevel),
        rateBp: previous.rateBp + step.rateBp,
      })
    }
    return { version: 1, firstMonth: month('2000-01'), levels, directLineRateBp }
  })

export const anyPlan: fc.Arbitrary<Plan> = fc.oneof(fc.constant(EXAMPLE_PLAN), steepPlan)

/** Trees of every shape between a chain and a star, with some ineligible members and random numbering. */
const anyTree = (maxMembers: number): fc.Arbitrary<NetworkMember[]> =>
  fc
    .record({
      members: fc.array(
        fc.record({ distance: fc.nat(1000), active: fc.boolean(), inactivity: fc.nat(6), top: fc.nat(15) }),
        {
          maxLength: maxMembers,
          size: 'max',
        },
      ),
      shape: fc.constantFrom('chain', 'bushy', 'any', 'star'),
      shuffle: fc.array(fc.nat(1000), { minLength: maxMembers, maxLength: maxMembers }),
    })
    .map(({ members, shape, shuffle }) => {
      const sponsors = members.map(({ distance, top }, n): number | undefined => {
        if (n === 0 || top === 0) return undefined
        const reach = { chain: 1, bushy: 4, any: n, star: n }[shape]
        return shape === 'star' && distance > 100 ? 0 : n - 1 - (distance % Math.min(n, reach))
      })
      const indexes = members.map((_, n) => n).sort((a, b) => (shuffle[a] ?? 0) - (shuffle[b] ?? 0) || a - b)
      const tree: NetworkMember[] = []
      for (const [n, { active, inactivity }] of members.entries()) {
        const sponsor = sponsors[n]
        const index = indexes[n] ?? n
        tree[index] = {
          sponsor: sponsor === undefined ? undefined : indexes[sponsor],
          active: active || inactivity > 0,
        }
      }
      return tree
    })

const anyOrder = (members: number): fc.Arbitrary<NetworkOrder> =>
  fc.record({
    credited: members === 0 ? fc.constant(undefined) : fc.option(fc.nat(members - 1), { nil: undefined, freq: 12 }),
    customer: fc.boolean(),
    cvCents: fc.oneof(fc.nat(60), fc.nat(200_000), fc.nat(200_000), fc.constant(0)),
    pv: fc.oneof(fc.nat(30), fc.nat(2_000), fc.nat(60_000), fc.constant(0)),
  })

/** A staff correction of a random member's bonus. */
export const anyCorrection = (members: number): fc.Arbitrary<BonusCorrection> =>
  fc.record({
    member: fc.nat(members - 1),
    bonus: fc.constantFrom(...CORRECTED_BONUSES),
    amountCents: fc.integer({ min: -50_000, max: 50_000 }).map((amount) => cents(amount === 0 ? 1 : amount)),
  })

/** A month of a small network with its plan; no reversals, and no corrections. */
export const anyMonth = (size = { members: 24, orders: 36 }): fc.Arbitrary<{ plan: Plan; network: Network }> =>
  fc.record({ plan: anyPlan, members: anyTree(size.members) }).chain(({ plan, members }) =>
    fc.record({
      plan: fc.constant(plan),
      network: fc.record({
        members: fc.constant(members),
        orders: fc.array(anyOrder(members.length), { maxLength: size.orders, size: 'max' }),
      }),
    }),
  )
