import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadLive } from '#test/live-events.ts'
import type { Network } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { EXAMPLE_PLAN } from '../plan/plan.ts'
import { findLargeLegs, findLargeOrders } from './concentration.ts'

const loadState = (network: Network) => loadLive(EXAMPLE_PLAN, network).state

it('lists orders by their share of the month, and the deepest leg in which the volume concentrates', () => {
  const members = [undefined, 0, 1, 1, undefined].map((sponsor) => ({ sponsor, active: true }))
  const orders = [
    { credited: 2, customer: false, cvCents: 6_000, pv: 60 },
    { credited: 3, customer: true, cvCents: 1_000, pv: 10 },
    { credited: 4, customer: true, cvCents: 3_000, pv: 30 },
    { credited: undefined, customer: true, cvCents: 90_000, pv: 900 },
  ]
  const state = loadState({ members, orders } as unknown as Network)
  // Shares of all sales, including those without a member, which are not listed themselves.
  expect(findLargeOrders(state, 300)).toEqual([
    { index: 0, amount: 6_000, shareBp: 600 },
    { index: 2, amount: 3_000, shareBp: 300 },
  ])
  expect(findLargeOrders(state, 601)).toEqual([])
  expect(findLargeLegs(state, 5_000)).toEqual([{ index: 2, amount: 60, shareBp: 6_000 }])
  expect(findLargeLegs(state, 6_500)).toEqual([{ index: 1, amount: 70, shareBp: 7_000 }])
  expect(findLargeLegs(state, 7_001)).toEqual([])
})

it('the shares of disjoint legs never add up to more than the whole', () => {
  fc.assert(
    fc.property(anyMonth(), fc.integer({ min: 500, max: 10_000 }), ({ network }, leastBp) => {
      const state = loadState(network)
      // With negative points, a part can exceed the whole.
      fc.pre(state.personalPv.every((pv) => pv >= 0))
      expect(findLargeLegs(state, leastBp).reduce((sum, { shareBp }) => sum + shareBp, 0)).toBeLessThanOrEqual(10_000)
      for (const { shareBp } of [...findLargeLegs(state, leastBp), ...findLargeOrders(state, leastBp)])
        expect(shareBp).toBeGreaterThanOrEqual(leastBp)
    }),
    { numRuns: 100 },
  )
})
