import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadLive } from '#test/live-events.ts'
import { engineMonth, type Figures, type Network } from '#test/network.ts'
import { anyMonth } from '#test/random-networks.ts'
import { LINE_KINDS } from '../rules/line.ts'
import type { LiveMonth } from './live-month.ts'
import { type ChangePreview, type PlannedChange, previewChange } from './preview.ts'
import type { LiveState } from './state.ts'

const columnsOf = (state: LiveState) =>
  structuredClone(Object.entries(state).filter(([, value]) => ArrayBuffer.isView(value) || value instanceof Map))

const amountsOf = ({ lines }: Figures, order: number) =>
  new Map(
    lines
      .filter((line) => line.order === order)
      .map(({ payee, kind, amountCents }) => [`${payee} ${kind}`, amountCents]),
  )

const share = (whole: number, cut: number): number => Math.floor((whole * (cut % 101)) / 100)

/** The month as it is, a change of one of its orders, and the network with the change in it. */
function plan(network: Network, at: number, cut: number) {
  const order = at % network.orders.length
  const orders = network.orders.map((one, n) =>
    n === order ? { ...one, cvCents: share(one.cvCents, cut), pv: share(one.pv, cut) } : one,
  )
  const { cvCents, pv } = orders[order] ?? { cvCents: 0, pv: 0 }
  return { order, change: { what: 'order', order, to: { cvCents, pv } } as const, after: { ...network, orders } }
}

/** Holds a preview against what the month is before and after: nobody is missing, nothing is invented. */
function expectOutcome({ members, onlyGroupPv }: ChangePreview, before: Figures, after: Figures) {
  const named = new Map(members.map((preview) => [preview.member, preview]))
  let silent = 0
  for (const [member, from] of before.cards.entries()) {
    const to = after.cards[member]
    const preview = named.get(member)
    if (preview) {
      expect([preview.before, preview.after]).toMatchObject([from, to])
      const ofOrder = preview.lines.reduce((sum, line) => sum + line.afterCents - line.beforeCents, 0)
      expect(ofOrder + preview.restCents).toBe(preview.after.totalBonusCents - preview.before.totalBonusCents)
    } else {
      const { groupPv: _, ...same } = from
      expect(to).toMatchObject(same)
      if (to?.groupPv !== from.groupPv) silent++
    }
  }
  expect(onlyGroupPv).toBe(silent)
}

function previewed(live: LiveMonth, change: PlannedChange): ChangePreview {
  const columns = columnsOf(live.state)
  const preview = previewChange(live, change)
  expect(columnsOf(live.state)).toEqual(columns)
  return preview
}

describe('what a return would change', () => {
  it('is what it changes, member by member and line by line, and leaves no trace', () => {
    fc.assert(
      fc.property(anyMonth(), fc.nat(1000), fc.nat(1000), ({ plan: rules, network }, at, cut) => {
        fc.pre(network.orders.length > 0)
        const { order, change, after } = plan(network, at, cut)
        const [now, then] = [engineMonth(rules, network), engineMonth(rules, after)]
        const preview = previewed(loadLive(rules, network), change)
        expectOutcome(preview, now, then)
        const [paid, pays] = [amountsOf(now, order), amountsOf(then, order)]
        const lines = preview.members.flatMap(({ member, lines }) => lines.map((line) => ({ member, ...line })))
        for (const key of new Set([...paid.keys(), ...pays.keys()])) {
          const line = lines.find(({ member, kind }) => `${member} ${kind}` === key)
          const amounts = [paid.get(key) ?? 0, pays.get(key) ?? 0]
          if (amounts[0] === amounts[1]) expect(line).toBeUndefined()
          else expect([line?.beforeCents, line?.afterCents]).toEqual(amounts)
        }
        expect(lines.every(({ member, kind }) => paid.has(`${member} ${kind}`) || pays.has(`${member} ${kind}`))).toBe(
          true,
        )
      }),
      { numRuns: 400 },
    )
  })

  it('of a closed month’s order is its reversal lines, and what fewer points do to this month', () => {
    const anyLine = fc.record({
      payee: fc.nat(1000),
      kind: fc.constantFrom(...LINE_KINDS),
      amountCents: fc.integer({ min: -9_999, max: 1 }),
    })
    const anyBack = fc.record({
      credited: fc.nat(1000),
      customer: fc.boolean(),
      cvCents: fc.nat(99_999),
      pv: fc.nat(900),
    })
    fc.assert(
      fc.property(anyMonth(), anyBack, fc.array(anyLine, { maxLength: 5 }), ({ plan: rules, network }, given, some) => {
        const count = network.members.length
        fc.pre(count > 0)
        const back = { ...given, credited: given.credited % count, cvCents: 0 - given.cvCents, pv: 0 - given.pv }
        const lines = some.map((line) => ({ ...line, payee: line.payee % count }))
        const booked = network.booked ?? { volumes: [], lines: [] }
        const after: Network = {
          ...network,
          booked: {
            volumes: [...booked.volumes, back],
            lines: [...booked.lines, ...lines.map((line) => ({ ...line, amountCents: line.amountCents as never }))],
          },
        }
        const preview = previewed(loadLive(rules, network), { what: 'return', back, lines })
        expectOutcome(preview, engineMonth(rules, network), engineMonth(rules, after))
      }),
      { numRuns: 400 },
    )
  })
})
