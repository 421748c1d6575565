import { expect, test } from 'vitest'
import type { Difference, OrderCause } from '#contract/compensation/sales-changes.ts'
import {
  bonusLabel,
  causeFacts,
  causeNote,
  comparisonLabel,
  isUnchanged,
  signedMoney,
  signedPv,
  sinceLabel,
  statusFacts,
  statusLabel,
} from './change-labels.ts'

const dana = { member_no: '1004', name: 'Dana R.', depth: 2 }
const noBonuses = { sales_bonus: 0, level_bonus: 0, total_bonus: 0 }
const card = { sales_level: 2, level_name: 'Silver', active: true, total_sales: 0, total_pv: 0, ...noBonuses }
const unchanged: Difference = {
  since: '2026-11-20T05:00:00.000Z',
  shortened: null,
  before: card,
  after: card,
  change: { total_sales: 0, total_pv: 0, ...noBonuses },
  orders: [],
  further_orders: null,
  corrections: [],
  further_corrections: null,
  statuses: [],
  further_statuses: 0,
  levels: [],
  further_levels: 0,
  remainder: noBonuses,
}
const order: OrderCause = {
  order_no: '17',
  cause: 'counted',
  changed_at: '2026-11-20T20:12:00.000Z',
  credited: dana,
  customer: false,
  cv: 200,
  pv: 180,
  sales_bonus: 6,
  level_bonus: 3,
  total_bonus: 9,
  reversal_of: null,
}

test('every difference has a sign, except zero', () => {
  expect([signedMoney(12.3), signedMoney(-12.3), signedMoney(0)]).toEqual(['+$12.30', '−$12.30', '$0.00'])
  expect([signedPv(700), signedPv(-80)]).toEqual(['+700\u00a0PV', '−80\u00a0PV'])
})

test("the compared moments are in the shop's time zone, with the reason for less than a day", () => {
  expect(comparisonLabel(unchanged)).toBe('Compared with the start of Friday, November 20, Eastern Time.')
  const laterStart = { ...unchanged, since: '2026-11-21T15:30:00.000Z' }
  expect(sinceLabel(laterStart.since).replace('\u202f', ' ')).toBe('Saturday, November 21, 10:30 AM')
  expect(comparisonLabel({ ...laterStart, shortened: 'reloaded' })).toContain('imported or moved then')
  expect(comparisonLabel({ ...laterStart, shortened: 'too_many' })).toContain('to compare with anything earlier')
})

test('nothing changed when no figure and no member did', () => {
  expect(isUnchanged(unchanged)).toBe(true)
  expect(isUnchanged({ ...unchanged, orders: [order] })).toBe(false)
  expect(isUnchanged({ ...unchanged, change: { ...unchanged.change, total_pv: 1 } })).toBe(false)
  expect(
    isUnchanged({ ...unchanged, levels: [{ member: dana, from: 1, from_name: 'User', to: 2, to_name: 'Silver' }] }),
  ).toBe(false)
})

test('an order shows what happened to it, its member, and the changed bonus', () => {
  expect(causeFacts(order).replace('\u202f', ' ')).toBe('Completed · Nov 20, 3:12 PM · 2 steps below you')
  expect(causeFacts({ ...order, cause: 'canceled', credited: { ...dana, depth: 0 } })).toMatch(/^Canceled · [^·]+$/)
  expect(bonusLabel(order)).toBe('Sales bonus +$6.00, level bonus +$3.00')
  expect(bonusLabel({ sales_bonus: 0, level_bonus: -3 })).toBe('Level bonus −$3.00')
  expect(bonusLabel(noBonuses)).toBe('No bonus for you')
  expect(causeNote(order)).toBeUndefined()
  expect(causeNote({ reversal_of: { year: '2026', month: '10' } })).toContain('counted in October 2026')
})

test('a status shows who is active now', () => {
  const status = { member: dana, active: true, joined: false, changed_at: order.changed_at }
  expect(statusLabel(status)).toBe('Now active.')
  expect(statusLabel({ ...status, active: false })).toBe('No longer active.')
  expect(statusLabel({ ...status, joined: true })).toBe('Joined and active.')
  expect(statusLabel({ ...status, active: false, member: { ...dana, depth: 0 } })).toMatch(/^Your account is no longer/)
  expect(statusFacts(status)).toMatch(/^2 steps below you · Nov 20/)
})
