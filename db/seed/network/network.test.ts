import { expect, test } from 'vitest'
import { demoMembers } from './members.ts'
import { demoOrders } from './orders.ts'

const handles = ['one', 'two', 'three', 'four']

test('sixty people stand in five tiers, each below somebody of the tier above who joined earlier', () => {
  const members = demoMembers()
  expect(members).toHaveLength(60)
  expect(new Set(members.map(({ tier }) => tier))).toEqual(new Set([1, 2, 3, 4, 5]))
  for (const [i, { index, tier, sponsor, enrolledDaysAgo }] of members.entries()) {
    expect(index).toBe(i)
    const above = sponsor === null ? undefined : members[sponsor]
    expect(above?.tier ?? 0).toBe(tier - 1)
    if (above) expect(above.enrolledDaysAgo).toBeGreaterThanOrEqual(enrolledDaysAgo)
  }
})

test('nobody shares an email or a referral code with another', () => {
  const members = demoMembers()
  expect(new Set(members.map(({ email }) => email)).size).toBe(60)
  expect(new Set(members.map(({ referral_code }) => referral_code)).size).toBe(60)
})

test('the orders of a year come oldest first, and what happened to one happened in turn', () => {
  const orders = demoOrders(demoMembers(), handles)
  expect(orders.length).toBeGreaterThan(400)
  for (const [i, { placed, paid, completed, canceled, buyer, credited }] of orders.entries()) {
    expect(placed).toBeLessThanOrEqual(orders[i - 1]?.placed ?? placed)
    const turns = [placed, paid, completed, canceled].filter((hours) => hours !== null)
    expect(turns).toEqual(turns.toSorted((a, b) => b - a))
    if (completed !== null) expect(paid).not.toBeNull()
    if (buyer !== null) expect(credited).toBe(buyer)
  }
})

test('the same seed is the same shop', () => {
  expect(demoMembers()).toEqual(demoMembers())
  expect(demoOrders(demoMembers(), handles)).toEqual(demoOrders(demoMembers(), handles))
})
