import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyEvent, applyEvent, loadLive } from '#test/live-events.ts'
import type { Network } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { EXAMPLE_PLAN } from '../plan/plan.ts'
import { computeVolumes, type GroupVolume, type ReturnedVolume } from './volume-shares.ts'

it('separates customer sales, personal use, returns and sales without a member, for each group', () => {
  const members = [undefined, 0, 1, undefined].map((sponsor) => ({ sponsor, active: true }))
  const orders = [
    { credited: 2, customer: false, cvCents: 6_000, pv: 60 },
    { credited: 1, customer: true, cvCents: 1_000, pv: 10 },
    { credited: 3, customer: true, cvCents: 9_000, pv: 90 },
    { credited: undefined, customer: true, cvCents: 500, pv: 5 },
  ]
  const { state } = loadLive(EXAMPLE_PLAN, { members, orders } as unknown as Network)
  const { company, groups } = computeVolumes(state, [
    // 2,000 of the order of 6,000 were returned within the month: 8,000 were completed.
    { member: 2, customer: false, cents: 2_000, isOfMonth: true },
    { member: 1, customer: true, cents: 300, isOfMonth: false },
    { member: -1, customer: true, cents: 40, isOfMonth: false },
  ])
  expect(company).toEqual({ customerCents: 10_000, ownCents: 8_000, returnedCents: 2_340, nobodyCents: 500 })
  const upper = { customerCents: 1_000, ownCents: 8_000, returnedCents: 2_300, soldCents: 9_000 }
  // There is no group below the last of the line, or for a member without a downline.
  expect(groups(undefined, 9)).toEqual([
    { member: 0, downline: 2, ...upper },
    { member: 1, downline: 1, ...upper },
  ])
})

const anyVolumeReturn = fc.record({ at: fc.nat(10_000), customer: fc.boolean(), cents: fc.nat(90_000) })

it("equals the sum of each group's members, after any events since the load, page by page", () => {
  fc.assert(
    fc.property(
      anyMonth(),
      fc.array(anyEvent, { maxLength: 20 }),
      fc.array(anyVolumeReturn, { maxLength: 8 }),
      fc.integer({ min: 1, max: 7 }),
      ({ plan, network }, events, anyReturns, limit) => {
        const live = loadLive(plan, network)
        for (const event of events) applyEvent(live, network, event)
        const { members, orders, booked } = network
        const sameMonth = anyReturns.map(
          ({ at, ...returns }): ReturnedVolume => ({
            ...returns,
            member: at % 5 === 0 ? -1 : at % members.length,
            isOfMonth: true,
          }),
        )
        const earlierMonths = (booked?.volumes ?? []).map(
          ({ credited, customer, cvCents }): ReturnedVolume => ({
            member: credited ?? -1,
            customer,
            cents: 0 - cvCents,
            isOfMonth: false,
          }),
        )
        const returns = [...sameMonth, ...earlierMonths]
        const { company, groups } = computeVolumes(live.state, returns)

        const isInDownline = (member: number | undefined, top: number): boolean => {
          for (let at = member; at !== undefined && at !== -1; at = members[at]?.sponsor) if (at === top) return true
          return false
        }
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
        const sold = [
          ...orders.map(({ credited, customer, cvCents }) => ({ member: credited, customer, cents: cvCents })),
          ...sameMonth,
        ]
        const expected = members.flatMap((_, top): GroupVolume[] => {
          const sumSold = (customer: boolean) =>
            sum(
              sold
                .filter((entry) => entry.customer === customer && isInDownline(entry.member, top))
                .map(({ cents }) => cents),
            )
          const downline = members.filter((_, member) => member !== top && isInDownline(member, top)).length
          const parts = { customerCents: sumSold(true), ownCents: sumSold(false) }
          const returnedCents = sum(returns.filter(({ member }) => isInDownline(member, top)).map(({ cents }) => cents))
          const soldCents = parts.customerCents + parts.ownCents
          if (downline === 0 || (soldCents === 0 && returnedCents === 0)) return []
          // The sales on the cards.
          const cards = [...live.state.totalSalesCents.subarray(0, members.length)]
          expect(soldCents - returnedCents).toBe(sum(cards.filter((_, member) => isInDownline(member, top))))
          return [{ member: top, soldCents, downline, ...parts, returnedCents }]
        })
        expected.sort((a, b) => b.soldCents - a.soldCents || a.member - b.member)
        const listed: GroupVolume[] = []
        for (;;) {
          const page = groups(listed.at(-1), limit)
          listed.push(...page)
          if (page.length < limit) break
        }
        expect(listed).toEqual(expected)
        const { customerCents, ownCents, nobodyCents, returnedCents } = company
        expect(customerCents + ownCents + nobodyCents).toBe(sum(sold.map(({ cents }) => cents)))
        expect(returnedCents).toBe(sum(returns.map(({ cents }) => cents)))
      },
    ),
    { numRuns: 150 },
  )
})
