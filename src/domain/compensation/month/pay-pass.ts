import { type Cents, portion } from '#domain/money/money.ts'
import { LEVEL_CODES, type Plan } from '../plan/plan.ts'
import { LINE_KINDS } from '../rules/line.ts'
import { addTo, type Cards, type LineColumns, makeLines, type OrderColumns } from './columns.ts'
import { DEPTH, DIRECT_TO, FIELDS, NEXT_PAID, RATE } from './uplines-pass.ts'

const OWN_SALE = LINE_KINDS.indexOf('own_sale')
const DIRECT_LINE = LINE_KINDS.indexOf('direct_line')
const DIFFERENTIAL = LINE_KINDS.indexOf('differential')
const NONE = -1
/** One step per level, and the direct line. */
const MAX_LINES = LEVEL_CODES.length + 1

/**
 * Pays orders according to docs/plan §6 along the pointers, in at most nine jumps each. `pay(from, to)` adds to the
 * cards and returns the slice's nonzero lines as views that the next call overwrites; a slice has at most `most`
 * orders.
 */
export function startPaying(plan: Plan, orders: OrderColumns, cards: Cards, uplines: Int32Array, maxOrders: number) {
  const { credited, cvCents } = orders
  const { level, salesBonusCents, levelBonusCents } = cards
  const { directLineRateBp } = plan
  const lines = makeLines(Math.min(maxOrders, credited.length) * MAX_LINES)
  const { order, payee, kind, depth, level: levels, rateBp, coveredBp, coveredBy, amountCents } = lines
  let count = 0

  // Plain arguments: destructuring tuples takes 50 % longer over millions of lines.
  function add(
    index: number,
    to: number,
    lineKind: number,
    lineDepth: number,
    rate: number,
    covered: number,
    coveringMember: number,
    amount: number,
  ): void {
    if (amount === 0) return
    addTo(lineKind === DIFFERENTIAL ? levelBonusCents : salesBonusCents, to, amount)
    order[count] = index
    payee[count] = to
    kind[count] = lineKind
    depth[count] = lineDepth
    levels[count] = level[to] as number
    rateBp[count] = rate
    coveredBp[count] = covered
    coveredBy[count] = coveringMember
    amountCents[count] = amount
    count++
  }

  function payOrderAt(index: number): void {
    const member = credited[index] as number
    const value = cvCents[index] as Cents
    if (member === NONE || value === 0) return
    const base = member * FIELDS
    const bottom = uplines[base + DEPTH] as number
    // Ineligible members have rate 0: they get nothing and cover nothing for those above.
    let covered = uplines[base + RATE] as number
    let coveredCents = portion(covered, value)
    let coveringMember = covered > 0 ? member : NONE
    add(index, member, OWN_SALE, 0, covered, 0, NONE, coveredCents)
    const sponsor = uplines[base + DIRECT_TO] as number
    if (sponsor !== NONE) {
      const direct = portion(directLineRateBp, value)
      add(index, sponsor, DIRECT_LINE, 1, directLineRateBp, 0, NONE, direct)
    }
    let next = uplines[base + NEXT_PAID] as number
    while (next !== NONE) {
      const nextBase = next * FIELDS
      const rate = uplines[nextBase + RATE] as number
      const total = portion(rate, value)
      const lineDepth = bottom - (uplines[nextBase + DEPTH] as number)
      add(index, next, DIFFERENTIAL, lineDepth, rate, covered, coveringMember, total - coveredCents)
      covered = rate
      coveredCents = total
      coveringMember = next
      next = uplines[nextBase + NEXT_PAID] as number
    }
  }

  return function pay(from: number, to: number): LineColumns {
    count = 0
    for (let index = from; index < to; index++) payOrderAt(index)
    return sliceLines(lines, count)
  }
}

const sliceLines = (lines: LineColumns, count: number): LineColumns => ({
  order: lines.order.subarray(0, count),
  payee: lines.payee.subarray(0, count),
  kind: lines.kind.subarray(0, count),
  depth: lines.depth.subarray(0, count),
  level: lines.level.subarray(0, count),
  rateBp: lines.rateBp.subarray(0, count),
  coveredBp: lines.coveredBp.subarray(0, count),
  coveredBy: lines.coveredBy.subarray(0, count),
  amountCents: lines.amountCents.subarray(0, count),
})
