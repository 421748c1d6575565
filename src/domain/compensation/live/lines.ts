import type { Month } from '#domain/calendar/month.ts'
import { cents, portion } from '#domain/money/money.ts'
import { getRate } from '../plan/plan.ts'
import { explainAmount } from '../rules/explain.ts'
import { type BonusLine, isLevelBonus, type LineKind, type ZeroReason } from '../rules/line.ts'
import { type PaidOrder, payOrder } from '../rules/pay-order.ts'
import { type CondensedPath, condensePath, findCovered } from './condensed-path.ts'
import type { LiveState } from './state.ts'
import { type Scope, walkCredited } from './walk.ts'

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

export type LinesQuery = {
  scope: Scope
  paid: boolean
  after: LinePosition | undefined
  limit: number
  searchLimit: number
}

/**
 * A page of a member's lines: at most `limit`, searched in at most about `searchLimit` members, so that a page may be
 * short. `next` is undefined at the end.
 */
export function findLines(
  state: LiveState,
  month: Month,
  member: number,
  { scope, paid, after, limit, searchLimit }: LinesQuery,
): { lines: LiveLine[]; next: LinePosition | undefined } {
  const lines: LiveLine[] = []
  let visited = 0
  let last = after
  for (const credited of walkCredited(state, member, { scope, paid, start: after?.credited })) {
    if (++visited > searchLimit && last !== after) return { lines, next: last }
    if (credited === -1) continue
    const isResumed = after?.credited === credited
    let order = isResumed ? findNextOrder(state, after) : (state.firstOrder[credited] as number)
    if (!isResumed) last = { credited, order: -1 }
    if (order === -1) continue
    const condensed = condensePath(state, credited, member)
    visited += condensed.depths.at(-1) ?? 0
    for (; order !== -1; order = state.nextOrder[order] as number) {
      const line = buildLine(state, month, member, { order, credited, condensed, kind: toLineKind(scope, condensed) })
      last = { credited, order }
      visited++
      if ((line.amountCents !== 0) !== paid) continue
      lines.push(line)
      if (lines.length === limit) return { lines, next: last }
    }
  }
  return { lines, next: undefined }
}

/** Bonuses that an order of the member or of their downline pays the member, at its current value. */
export function computeBonuses(
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
const findNextOrder = ({ nextOrder, firstOrder }: LiveState, { credited, order }: LinePosition): number =>
  (order === -1 ? firstOrder[credited] : nextOrder[order]) as number

const toLineKind = (scope: Scope, { depths }: CondensedPath): LineKind =>
  scope === 'level' ? 'differential' : depths.length === 1 ? 'own_sale' : 'direct_line'

function buildLine(
  state: LiveState,
  month: Month,
  member: number,
  { order, credited, condensed, kind }: { order: number; credited: number; condensed: CondensedPath; kind: LineKind },
): LiveLine {
  const valueCents = cents(state.cvCents[order] as number)
  const paid = payOrder(state.plan, { order, month, valueCents }, condensed.path)
  const line = paid.lines.find((entry) => entry.payee === member && entry.kind === kind)
  const depth = condensed.depths.at(-1) ?? 0
  if (!line) return { ...buildUnpaidLine(state, paid, condensed, kind), order, credited, depth }
  const { payee: _, passedOver, ...explanation } = explainAmount(paid, line)
  return {
    ...explanation,
    depth,
    coveredByDepth: findDepth(condensed, line.coveredBy),
    reason: undefined,
    passedOver: passedOver.flatMap((entry) => toPassedOver(condensed, entry)),
  }
}

const toPassedOver = ({ depths }: CondensedPath, entry: PaidOrder['unpaid'][number]): LiveLine['passedOver'] =>
  entry.member === undefined
    ? []
    : [{ member: entry.member, depth: depths[entry.depth] ?? entry.depth, reason: entry.reason }]

const findDepth = ({ path, depths }: CondensedPath, member: number | undefined): number =>
  depths[path.findIndex((entry) => entry.member === member)] ?? 0

function buildUnpaidLine(
  state: LiveState,
  { unpaid, valueCents }: PaidOrder,
  condensed: CondensedPath,
  kind: LineKind,
): Omit<LiveLine, 'order' | 'credited' | 'depth'> {
  const payee = condensed.path.at(-1)
  if (!payee) throw new Error('a path must have an end')
  const covered = isLevelBonus(kind) ? findCovered(state, condensed) : { rateBp: 0, by: undefined }
  const rateBp = kind === 'direct_line' ? state.plan.directLineRateBp : getRate(state.plan, payee)
  return {
    kind,
    valueCents,
    level: payee.level,
    rateBp,
    coveredBp: covered.rateBp,
    coveredBy: covered.by,
    coveredByDepth: findDepth(condensed, covered.by),
    totalCents: portion(rateBp, valueCents),
    coveredCents: portion(covered.rateBp, valueCents),
    amountCents: cents(0),
    reason: unpaid.find((entry) => entry.member === payee.member && entry.kind === kind)?.reason,
    passedOver: [],
  }
}
