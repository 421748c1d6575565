import type { Month } from '#domain/calendar/month.ts'
import { cents, portion } from '#domain/money/money.ts'
import { rateOf } from '../plan/plan.ts'
import { whyAmount } from '../rules/explain.ts'
import { type BonusLine, isLevelBonus, type LineKind, type ZeroReason } from '../rules/line.ts'
import { type PaidOrder, payOrder } from '../rules/pay-order.ts'
import { type CondensedPath, condensePath, coveredBefore } from './condensed-path.ts'
import type { LiveState } from './state.ts'
import { creditedOf, type Scope } from './walk.ts'

/**
 * The amount that an order paid a member, or why it paid nothing (docs/plan §12.1, §12.2); orders and members are
 * indexes.
 */
export type LiveLine = Omit<BonusLine, 'payee'> & {
  coveredByDepth: number
  reason: ZeroReason | undefined
  passedOver: { member: number; depth: number; reason: ZeroReason }[]
}

/** Position where a list continues: after that order of this member. */
export type LinePosition = { credited: number; order: number }

export type LinesQuery = { scope: Scope; paid: boolean; after: LinePosition | undefined; limit: number; most: number }

/**
 * A page of a member's lines: at most `limit`, searched in at most about `most` members, so that a page may be short.
 * `next` is undefined at the end.
 */
export function linesOf(
  state: LiveState,
  month: Month,
  member: number,
  { scope, paid, after, limit, most }: LinesQuery,
): { lines: LiveLine[]; next: LinePosition | undefined } {
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
    const condensed = condensePath(state, credited, member)
    looked += condensed.depths.at(-1) ?? 0
    for (; order !== -1; order = state.nextOrder[order] as number) {
      const line = lineOf(state, month, member, { order, credited, condensed, kind: kindOf(scope, condensed) })
      last = { credited, order }
      looked++
      if ((line.amountCents !== 0) !== paid) continue
      lines.push(line)
      if (lines.length === limit) return { lines, next: last }
    }
  }
  return { lines, next: undefined }
}

/** Bonuses that an order of the member or of their downline pays the member, at its current value. */
export function bonusesOf(
  state: LiveState,
  month: Month,
  member: number,
  order: number,
): { salesBonusCents: number; levelBonusCents: number } {
  const condensed = condensePath(state, state.credited[order] as number, member)
  const valueCents = cents(state.cvCents[order] as number)
  let [salesBonusCents, levelBonusCents] = [0, 0]
  for (const { payee, kind, amountCents } of payOrder(state.plan, { order, month, valueCents }, condensed.path).lines) {
    if (payee !== member) continue
    if (isLevelBonus(kind)) levelBonusCents += amountCents
    else salesBonusCents += amountCents
  }
  return { salesBonusCents, levelBonusCents }
}

/** An order of −1 means: before the member's first. */
const following = ({ nextOrder, firstOrder }: LiveState, { credited, order }: LinePosition): number =>
  (order === -1 ? firstOrder[credited] : nextOrder[order]) as number

const kindOf = (scope: Scope, { depths }: CondensedPath): LineKind =>
  scope === 'level' ? 'differential' : depths.length === 1 ? 'own_sale' : 'direct_line'

function lineOf(
  state: LiveState,
  month: Month,
  member: number,
  { order, credited, condensed, kind }: { order: number; credited: number; condensed: CondensedPath; kind: LineKind },
): LiveLine {
  const valueCents = cents(state.cvCents[order] as number)
  const paid = payOrder(state.plan, { order, month, valueCents }, condensed.path)
  const line = paid.lines.find((one) => one.payee === member && one.kind === kind)
  const depth = condensed.depths.at(-1) ?? 0
  if (!line) return { ...unpaidLine(state, paid, condensed, kind), order, credited, depth }
  const { payee: _, passedOver, ...why } = whyAmount(paid, line)
  return {
    ...why,
    depth,
    coveredByDepth: depthOf(condensed, line.coveredBy),
    reason: undefined,
    passedOver: passedOver.flatMap((one) => named(condensed, one)),
  }
}

const named = ({ depths }: CondensedPath, one: PaidOrder['unpaid'][number]): LiveLine['passedOver'] =>
  one.member === undefined ? [] : [{ member: one.member, depth: depths[one.depth] ?? one.depth, reason: one.reason }]

const depthOf = ({ path, depths }: CondensedPath, member: number | undefined): number =>
  depths[path.findIndex((one) => one.member === member)] ?? 0

function unpaidLine(
  state: LiveState,
  { unpaid, valueCents }: PaidOrder,
  condensed: CondensedPath,
  kind: LineKind,
): Omit<LiveLine, 'order' | 'credited' | 'depth'> {
  const payee = condensed.path.at(-1)
  if (!payee) throw new Error('a path must have an end')
  const covered = isLevelBonus(kind) ? coveredBefore(state, condensed) : { rateBp: 0, by: undefined }
  const rateBp = kind === 'direct_line' ? state.plan.directLineRateBp : rateOf(state.plan, payee)
  return {
    kind,
    valueCents,
    level: payee.level,
    rateBp,
    coveredBp: covered.rateBp,
    coveredBy: covered.by,
    coveredByDepth: depthOf(condensed, covered.by),
    totalCents: portion(rateBp, valueCents),
    coveredCents: portion(covered.rateBp, valueCents),
    amountCents: cents(0),
    reason: unpaid.find((one) => one.member === payee.member && one.kind === kind)?.reason,
    passedOver: [],
  }
}
