import { deepStrictEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import type { LiveMonth } from '#domain/compensation/live/live-month.ts'
import { type ChangePreview, type PlannedChange, previewChange } from '#domain/compensation/live/preview.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import { LINE_KINDS, type LineKind } from '#domain/compensation/rules/line.ts'
import { cents } from '#domain/money/money.ts'
import { loadLive } from './live-events.ts'
import { engineMonth, type Figures, type Network, type NetworkOrder } from './network.ts'

/** Amount of compared data: a test that compared nothing proves nothing. */
export type ComparisonCounts = { cards: number; listed: number; lines: number; moves: number }

/** Compares the preview of an order that keeps `cut` percent of its volume with the month computed with it. */
export function expectOrderPreview(plan: Plan, network: Network, at: number, cut: number): ComparisonCounts {
  const order = at % network.orders.length
  const orders = network.orders.map((candidate, n) =>
    n === order ? { ...candidate, cvCents: scale(candidate.cvCents, cut), pv: scale(candidate.pv, cut) } : candidate,
  )
  const { cvCents, pv } = orders[order] ?? { cvCents: 0, pv: 0 }
  const [before, after] = [engineMonth(plan, network), engineMonth(plan, { ...network, orders })]
  const preview = takePreview(loadLive(plan, network), { what: 'order', order, to: { cvCents, pv } })
  const lines = expectLines(preview, amountsOf(before, order), amountsOf(after, order))
  return { ...expectOutcome(preview, before, after), lines }
}

/** A random return of a closed month's order: member numbers are reduced to existing ones. */
export type RandomReturn = Omit<NetworkOrder, 'credited'> & { credited: number; lines: ReturnLine[] }
type ReturnLine = { payee: number; kind: LineKind; amountCents: number }
export const anyReturn: fc.Arbitrary<RandomReturn> = fc.record({
  credited: fc.nat(1000),
  customer: fc.boolean(),
  cvCents: fc.nat(99_999),
  pv: fc.nat(900),
  lines: fc.array(
    fc.record({
      payee: fc.nat(1000),
      kind: fc.constantFrom(...LINE_KINDS),
      amountCents: fc.integer({ min: -9_999, max: 1 }),
    }),
    { maxLength: 5 },
  ),
})

/** Compares the preview of a return on a closed month's order: reversal lines, and fewer points in this month. */
export function expectReturnPreview(plan: Plan, network: Network, randomReturn: RandomReturn): ComparisonCounts {
  const count = network.members.length
  const { customer } = randomReturn
  const back = {
    credited: randomReturn.credited % count,
    customer,
    cvCents: 0 - randomReturn.cvCents,
    pv: 0 - randomReturn.pv,
  }
  const lines = randomReturn.lines.map((line) => ({ ...line, payee: line.payee % count }))
  const booked = network.booked ?? { volumes: [], lines: [] }
  const after: Network = {
    ...network,
    booked: {
      volumes: [...booked.volumes, back],
      lines: [...booked.lines, ...lines.map((line) => ({ ...line, amountCents: cents(line.amountCents) }))],
    },
  }
  const preview = takePreview(loadLive(plan, network), { what: 'return', back, lines })
  return expectOutcome(preview, engineMonth(plan, network), engineMonth(plan, after))
}

const scale = (whole: number, cut: number): number => Math.floor((whole * (cut % 101)) / 100)

/** Takes the preview, and expects every column of the month to be unchanged. */
function takePreview(live: LiveMonth, change: PlannedChange): ChangePreview {
  const columns = columnsOf(live)
  const preview = previewChange(live, change)
  deepStrictEqual(columnsOf(live), columns)
  return preview
}

const columnsOf = ({ state }: LiveMonth) =>
  structuredClone(Object.entries(state).filter(([, value]) => ArrayBuffer.isView(value) || value instanceof Map))

const amountsOf = ({ lines }: Figures, order: number) =>
  new Map(
    lines
      .filter((line) => line.order === order)
      .map(({ payee, kind, amountCents }) => [`${payee} ${kind}`, amountCents as number]),
  )

/** Every changed line of the order is listed, and no other. */
function expectLines(
  { members }: ChangePreview,
  paidBefore: Map<string, number>,
  paidAfter: Map<string, number>,
): number {
  const expected = [...new Set([...paidBefore.keys(), ...paidAfter.keys()])]
    .map((key) => [key, paidBefore.get(key) ?? 0, paidAfter.get(key) ?? 0] as const)
    .filter(([, before, after]) => before !== after)
  const listed = members.flatMap(({ member, lines }) =>
    lines.map(({ kind, beforeCents, afterCents }) => [`${member} ${kind}`, beforeCents, afterCents] as const),
  )
  deepStrictEqual(new Map(listed.map((line) => [line[0], line])), new Map(expected.map((line) => [line[0], line])))
  equal(listed.length, expected.length)
  return listed.length
}

/** Every affected member is listed, and no other. */
function expectOutcome({ members, onlyGroupPv }: ChangePreview, before: Figures, after: Figures): ComparisonCounts {
  const listed = new Map(members.map((preview) => [preview.member, preview]))
  let [unlisted, moves] = [0, 0]
  for (const [member, from] of before.cards.entries()) {
    const to = after.cards[member] as typeof from
    const preview = listed.get(member)
    if (preview) {
      deepStrictEqual([pick(preview.before as typeof from, from), pick(preview.after as typeof from, from)], [from, to])
      const orderChange = preview.lines.reduce((sum, line) => sum + line.afterCents - line.beforeCents, 0)
      equal(orderChange + preview.restCents, to.totalBonusCents - from.totalBonusCents)
      if (from.level !== to.level) moves++
    } else {
      deepStrictEqual({ ...to, groupPv: from.groupPv }, from)
      if (to.groupPv !== from.groupPv) unlisted++
    }
  }
  equal(onlyGroupPv, unlisted)
  const lines = members.reduce((sum, { lines }) => sum + lines.length, 0)
  return { cards: before.cards.length, listed: members.length, lines, moves }
}

/** Picks the fields of one row that the other has as well. */
const pick = <Row extends object>(row: Row, template: Row): Row =>
  Object.fromEntries(Object.keys(template).map((key) => [key, row[key as keyof Row]])) as Row
