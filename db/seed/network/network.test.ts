import { describe, expect, it, test } from 'vitest'
import { type Month, monthOf, previousMonth } from '#domain/calendar/month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import { engineMonth } from '#test/network.ts'
import { demoProducts } from '../catalog.ts'
import { createDemoMembers, NEWCOMER } from './members.ts'
import { createDemoOrders, type DemoOrder } from './orders.ts'

const HOUR_MS = 3_600_000
const toMs = (iso: string) => Date.parse(iso)
const august = toMs('2026-08-15T15:00:00Z')
const products = new Map(demoProducts.map((product) => [product.handle, product]))
const ordersAt = (now: number) => createDemoOrders(createDemoMembers(), [...products.keys()], now)

test('sixty members form five tiers, each below a member of the tier above who joined earlier', () => {
  const members = createDemoMembers()
  expect(members).toHaveLength(60)
  expect(new Set(members.map(({ tier }) => tier))).toEqual(new Set([1, 2, 3, 4, 5]))
  for (const [i, { index, tier, sponsor, enrolledDaysAgo }] of members.entries()) {
    expect(index).toBe(i)
    const sponsorMember = sponsor === null ? undefined : members[sponsor]
    expect(sponsorMember?.tier ?? 0).toBe(tier - 1)
    if (sponsorMember) expect(sponsorMember.enrolledDaysAgo).toBeGreaterThanOrEqual(enrolledDaysAgo)
  }
})

test('emails and referral codes are unique', () => {
  const members = createDemoMembers()
  expect(new Set(members.map(({ email }) => email)).size).toBe(60)
  expect(new Set(members.map(({ referral_code }) => referral_code)).size).toBe(60)
})

test('some members with a downline are no longer active, and a new one is still pending', () => {
  const members = createDemoMembers()
  const inactive = members.filter(({ activeUntilDaysAgo }) => activeUntilDaysAgo !== null)
  expect(inactive.map(({ status }) => status).sort()).toEqual(['pending', 'suspended'])
  for (const { index } of inactive) expect(members.some(({ sponsor }) => sponsor === index)).toBe(true)
  expect(members[NEWCOMER]).toMatchObject({ status: 'pending', type: 'member' })
})

test('one seed always generates identical data', () => {
  expect(createDemoMembers()).toEqual(createDemoMembers())
  expect(ordersAt(august)).toEqual(ordersAt(august))
})

/**
 * About noon in New York on the middle, the second, the last and the first day of a month, and on days when clocks
 * change.
 */
const days = ['2026-08-15', '2026-09-02', '2026-10-31', '2027-01-01', '2026-03-08', '2026-11-01', '2028-02-29']

describe.each(days.map((day) => toMs(`${day}T16:00:00Z`)))('a year of orders on %d', (now) => {
  it("is sorted oldest first, ends before now, and has each order's events in sequence", () => {
    const orders = ordersAt(now)
    expect(orders.length).toBeGreaterThan(400)
    for (const [i, { placed, paid, completed, canceled, buyer, credited, lines }] of orders.entries()) {
      expect(placed).toBeLessThanOrEqual(orders[i - 1]?.placed ?? placed)
      const times = [placed, paid, completed, canceled].filter((hours) => hours !== null)
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      expect(times.at(-1)).toBeGreaterThan(0)
      if (completed !== null) expect(paid).not.toBeNull()
      if (buyer !== null) expect(credited).toBe(buyer)
      for (const { handle } of lines) expect(products.has(handle)).toBe(true)
    }
  })

  it('no one orders before enrolling or after becoming inactive', () => {
    const members = createDemoMembers()
    for (const { buyer, placed } of ordersAt(now)) {
      const member = buyer === null ? undefined : members[buyer]
      if (!member) continue
      expect(placed).toBeLessThan(member.enrolledDaysAgo * 24)
      expect(placed).toBeGreaterThan((member.activeUntilDaysAgo ?? 0) * 24)
    }
  })

  it('an order of a month that is closed by now was canceled in the open month', () => {
    const monthAt = (hours: number) => monthOf(now - hours * HOUR_MS)
    const canceledLate = ordersAt(now).filter(
      ({ completed, canceled }) =>
        completed !== null && canceled !== null && monthAt(canceled) === monthOf(now) && completed - canceled > 40 * 24,
    )
    expect(canceledLate.map(({ credited }) => credited)).toEqual([44])
  })
})

/** Computes the levels by member from orders that were completed and not canceled in the month itself. */
function computeLevels(month: Month, now: number, year: readonly DemoOrder[]): number[] {
  const monthAt = (hours: number) => monthOf(now - hours * HOUR_MS)
  const orders = year.flatMap(({ completed, canceled, credited, buyer, lines }) =>
    completed === null || monthAt(completed) !== month || (canceled !== null && monthAt(canceled) === month)
      ? []
      : [
          {
            credited: credited ?? undefined,
            customer: credited !== null && buyer === null,
            cvCents: 0,
            pv: lines.reduce((sum, { handle, quantity }) => sum + quantity * (products.get(handle)?.pv ?? 0), 0),
          },
        ],
  )
  const members = createDemoMembers().map(({ sponsor, status, activeUntilDaysAgo }) => ({
    sponsor: sponsor ?? undefined,
    active: status === 'active' || (activeUntilDaysAgo !== null && monthAt(activeUntilDaysAgo * 24) > month),
  }))
  return engineMonth(EXAMPLE_PLAN, { members, orders }).cards.map(({ level }) => level)
}

test('on any day, every level from User to Emerald exists with Diamond at the top, in earlier months as well', () => {
  // Every 83 hours of a year: all parts of a month, at all hours.
  for (let now = august; now < august + 365 * 24 * HOUR_MS; now += 83 * HOUR_MS) {
    const open = monthOf(now)
    const orders = ordersAt(now)
    for (const month of [open, previousMonth(open), previousMonth(previousMonth(open))]) {
      const levels = computeLevels(month, now, orders)
      const missing = [1, 2, 3, 4, 5].filter((level) => !levels.includes(level))
      expect({ now, month, missing }).toEqual({ now, month, missing: [] })
      expect(levels[0]).toBeGreaterThanOrEqual(6)
    }
  }
})
