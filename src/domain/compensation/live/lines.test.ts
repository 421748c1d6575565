import fc from 'fast-check'
import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { type Network, toColumns } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { referenceMonth } from '#test/reference-month.ts'
import { EXAMPLE_PLAN, type Plan } from '../plan/plan.ts'
import { explainAmount } from '../rules/explain.ts'
import { findLines, type LinePosition, type LiveLine } from './lines.ts'
import { startLiveMonth } from './live-month.ts'
import type { LiveState } from './state.ts'
import type { Scope } from './walk.ts'

const MARCH = month('2026-03')

/** All pages, for any page size and any search limit. */
function collectLines(
  state: LiveState,
  member: number,
  query: { scope: Scope; paid: boolean; limit: number; searchLimit: number },
) {
  const lines: LiveLine[] = []
  let after: LinePosition | undefined
  for (let page = 0; page < 10_000; page++) {
    const { lines: page, next } = findLines(state, MARCH, member, { ...query, after })
    lines.push(...page)
    if (!next) return lines
    after = next
  }
  throw new Error('the pages never end')
}

const comparePositions = (a: { order: number; kind: string }, b: { order: number; kind: string }) =>
  a.order - b.order || a.kind.localeCompare(b.kind)
const scopes = { personal: ['own_sale'], sales: ['own_sale', 'direct_line'], level: ['differential'] } as const

/** Above the credited member: two inactive members, one whose level has a rate of zero, and one who is paid. */
const zeroLowestRate: [{ plan: Plan; network: Network }, { limit: number; searchLimit: number }] = [
  {
    plan: {
      ...EXAMPLE_PLAN,
      levels: EXAMPLE_PLAN.levels.map((level) => (level.code === 1 ? { ...level, rateBp: 0 } : level)),
    },
    network: {
      members: [false, false, false, true, true].map((active, at) => ({
        sponsor: at < 4 ? at + 1 : undefined,
        active,
      })),
      orders: [
        { credited: 0, customer: false, cvCents: 10_000, pv: 100 },
        { credited: 4, customer: false, cvCents: 10_000, pv: 100_000 },
      ],
    },
  },
  { limit: 1, searchLimit: 1 },
]

it('the lines of every member equal those of the reference month, in pages of any size, with all explanations', () => {
  const pages = fc.record({ limit: fc.integer({ min: 1, max: 9 }), searchLimit: fc.constantFrom(1, 3, 20, 10_000) })
  fc.assert(
    fc.property(anyMonth({ members: 14, orders: 18 }), pages, ({ plan, network }, page) => {
      const reference = referenceMonth(plan, network)
      const load = startLiveMonth(plan, toColumns(network))
      let step = load.next()
      while (!step.done) step = load.next()
      const { state } = step.value
      for (const member of network.members.keys()) {
        for (const scope of ['personal', 'sales', 'level'] as const) {
          const kinds: readonly string[] = scopes[scope]
          const paid = reference.paid.flatMap((order) =>
            order.lines
              .filter(({ payee, kind }) => payee === member && kinds.includes(kind))
              .map((line) => {
                const { payee: _, passedOver, ...explanation } = explainAmount(order, line)
                return { ...explanation, passedOver: passedOver.map(({ kind: _, ...entry }) => entry) }
              }),
          )
          const fetched = collectLines(state, member, { scope, paid: true, ...page })
          expect(fetched.sort(comparePositions)).toMatchObject(paid.sort(comparePositions))

          const unpaid = reference.paid.flatMap((order) =>
            order.unpaid.flatMap((entry) =>
              entry.member === member && kinds.includes(entry.kind)
                ? [{ order: order.order, kind: entry.kind, depth: entry.depth, reason: entry.reason, amountCents: 0 }]
                : [],
            ),
          )
          const nothing = collectLines(state, member, { scope, paid: false, ...page })
          expect(nothing.sort(comparePositions)).toMatchObject(unpaid.sort(comparePositions))
        }
      }
    }),
    { numRuns: 100, examples: [zeroLowestRate] },
  )
})
