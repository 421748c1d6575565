import fc from 'fast-check'
import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { loadLive } from '#test/live-events.ts'
import { engineMonth } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { isMoneyConsistent } from '../rules/explain.ts'
import { payOrder } from '../rules/pay-order.ts'
import { findPathToTop } from './path-to-top.ts'

it('includes every payee of an order, even if few members in between are listed', () => {
  fc.assert(
    fc.property(anyMonth(), fc.integer({ min: 2, max: 5 }), ({ plan, network }, limit) => {
      const { state } = loadLive(plan, network)
      const { lines } = engineMonth(plan, network)
      for (const [order, { credited, cvCents }] of network.orders.entries()) {
        if (credited === undefined) continue
        const { path, depths } = findPathToTop(state, credited, limit)
        const orderToPay = { order, month: month('2026-03'), valueCents: cents(cvCents) }
        const paid = payOrder(plan, orderToPay, path)
        const payees = paid.lines.map(({ payee, kind, depth, amountCents }) => [
          payee,
          kind,
          depths[depth],
          amountCents,
        ])
        const due = lines
          .filter((line) => line.order === order)
          .map(({ payee, kind, depth, amountCents }) => [payee, kind, depth, amountCents])
        expect(payees.toSorted()).toEqual(due.toSorted())
        expect(isMoneyConsistent(plan, orderToPay.valueCents, paid.lines)).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})
