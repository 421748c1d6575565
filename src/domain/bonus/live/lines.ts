import { cents, portion } from '../../money.ts'
import type { Month } from '../../month.ts'
import { rateOf } from '../../network/plan.ts'
import { whyAmount } from '../explain.ts'
import type { BonusLine, LineKind, ZeroReason } from '../line.ts'
import { type PaidOrder, payOrder } from '../pay-order.ts'
import type { LiveState } from './state.ts'
import { creditedOf, type Scope } from './walk.ts'
import { coveredBefore, type WayUp, wayUp } from './way-up.ts'

/** What an order paid a member, or why it paid nothing (docs/plan §12.1, §12.2); orders and members are places. */
export type LiveLine = Omit<BonusLine, 'payee'> & {
  coveredByDepth: number
  reason: ZeroReason | undefined
  passedOver: { member: number; depth: number; reason: ZeroReason }[]
}

/** Where a list goes on: with this member's orders, after that one. */
export type LinePlace = { credited: number; order: number }

export type LinesAsked = { scope: Scope; paid: boolean; after: LinePlace | undefined; limit: number; most: number }

/**
 * Some of the lines of a member, from a place on: at most `limit`, and no more than about `most` members looked at,
 * which may leave a page short. `next` is undefined at the end.
 */
export function linesOf(
  state: LiveState,
  month: Month,
  member: number,
  { scope, paid, after, limit, most }: LinesAsked,
): { lines: LiveLine[]; next: LinePlace | undefined } {
  const lines: LiveLine[] = []
  let looked = 0
  let last = after
  for (const credited of creditedOf(state, member, { scope, paid, start: after?.credited })) {
    if (++looked > most && last !== after) return { lines, next: last }
    if (credited === -1) continue
    const resumed = after?.credited === credited
    let order = resumed ? following(state, after) : (state.firstOrder[credited] as number)
    if (!resumed) last = { credited, order: -1 }
    if (order === -1) continue
    const way = wayUp(state, credited, member)
    looked += way.depths.at(-1) ?? 0
    for (; order !== -1; order = state.nextOrder[order] as number) {
      const line = lineOf(state, month, member, { order, credited, way, kind: kindOf(scope, way) })
      last = { credited, order }
      looked++
      if ((line.amountCents !== 0) !== paid) continue
      lines.push(line)
      if (lines.length === limit) return { lines, next: last }
    }
  }
  return { lines, next: undefined }
}

/** What an order of the member's own or of their downline pays them, at what it counts. */
export function bonusesOf(
  state: LiveState,
  month: Month,
  member: number,
  order: number,
): { salesBonusCents: number; levelBonusCents: number } {
  const way = wayUp(state, state.credited[order] as number, member)
  const valueCents = cents(state.cvCents[order] as number)
  let [salesBonusCents, levelBonusCents] = [0, 0]
  for (const { payee, kind, amountCents } of payOrder(state.plan, { order, month, valueCents }, way.path).lines) {
    if (payee !== member) continue
    if (kind === 'differential') levelBonusCents += amountCents
    else salesBonusCents += amountCents
  }
  return { salesBonusCents, levelBonusCents }
}

/** An order of −1 stands before the member's first. */
const following = ({ nextOrder, firstOrder }: LiveState, { credited, order }: LinePlace): number =>
  (order === -1 ? firstOrder[credited] : nextOrder[order]) as number

const kindOf = (scope: Scope, { depths }: WayUp): LineKind =>
  scope === 'level' ? 'differential' : depths.length === 1 ? 'own_sale' : 'direct_line'

function lineOf(
  state: LiveState,
  month: Month,
  member: number,
  { order, credited, way, kind }: { order: number; credited: number; way: WayUp; kind: LineKind },
): LiveLine {
  const valueCents = cents(state.cvCents[order] as number)
  const paid = payOrder(state.plan, { order, month, valueCents }, way.path)
  const line = paid.lines.find((one) => one.payee === member && one.kind === kind)
  const depth = way.depths.at(-1) ?? 0
  if (!line) return { ...unpaidLine(state, paid, way, kind), order, credited, depth }
  const { payee: _, passedOver, ...why } = whyAmount(paid, line)
  return {
    ...why,
    depth,
    coveredByDepth: depthOf(way, line.coveredBy),
    reason: undefined,
    passedOver: passedOver.flatMap((one) => named(way, one)),
  }
}

const named = ({ depths }: WayUp, one: PaidOrder['unpaid'][number]): LiveLine['passedOver'] =>
  one.member === undefined ? [] : [{ member: one.member, depth: depths[one.depth] ?? one.depth, reason: one.reason }]

const depthOf = ({ path, depths }: WayUp, member: number | undefined): number =>
  depths[path.findIndex((one) => one.member === member)] ?? 0

function unpaidLine(
  state: LiveState,
  { unpaid, valueCents }: PaidOrder,
  way: WayUp,
  kind: LineKind,
): Omit<LiveLine, 'order' | 'credited' | 'depth'> {
  const payee = way.path.at(-1)
  if (!payee) throw new Error('a way up has an end')
  const covered = kind === 'differential' ? coveredBefore(state, way) : { rateBp: 0, by: undefined }
  const rateBp = kind === 'direct_line' ? state.plan.directLineRateBp : rateOf(state.plan, payee)
  return {
    kind,
    valueCents,
    level: payee.level,
    rateBp,
    coveredBp: covered.rateBp,
    coveredBy: covered.by,
    coveredByDepth: depthOf(way, covered.by),
    totalCents: portion(rateBp, valueCents),
    coveredCents: portion(covered.rateBp, valueCents),
    amountCents: cents(0),
    reason: unpaid.find((one) => one.member === payee.member && one.kind === kind)?.reason,
    passedOver: [],
  }
}
