import type {
  BonusCorrection,
  BonusLine,
  Child,
  Leg,
  LevelCondition,
  LevelReason,
  Sales,
  SalesDetail,
  SalesHistory,
} from '#contract/compensation/sales.ts'
import type { Month } from '#domain/calendar/month.ts'
import { getLevelRow, type Plan } from '#domain/compensation/plan/plan.ts'
import type { Condition } from '#domain/compensation/rules/compute-level.ts'
import type { CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { type ReversalCause, toReversalCause } from '#domain/compensation/rules/reversal-cause.ts'
import { cents, portion, toDollars } from '#domain/money/money.ts'
import type { ExplainedCorrection } from '../correction/correction.queries.ts'
import type { CardDetails, LegFigures, LineFigures } from '../live/query-handlers.ts'
import type { MonthCard } from './find-card.ts'
import type { findOrderFacts, findPeople, ReversalRow } from './sales.queries.ts'
import type { SalesMonth } from './sales-month.ts'

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>
type Person = Rows<typeof findPeople>[number]
export type OrderFacts = Rows<typeof findOrderFacts>[number]
/** With a reason if a return reversed nothing. */
export type Reversal = ReversalRow & { reason?: NonNullable<BonusLine['reason']> }

export const dollars = (value: number): number => toDollars(cents(value))
export const findLevelName = (plan: Plan, code: number): string => getLevelRow(plan, code).name
export const toYearAndMonth = (value: Month) => ({ year: value.slice(0, 4), month: value.slice(5) })

/** Before the enrollment, and in a month that was closed elsewhere. */
export const EMPTY_CARD: MonthCard = {
  level: 1,
  active: false,
  personalPv: 0,
  customerPv: 0,
  groupPv: 0,
  totalSalesCents: 0,
  salesBonusCents: 0,
  levelBonusCents: 0,
  totalBonusCents: 0,
  nextLevelCents: 0,
  rateBp: 0,
  next: undefined,
  payout: undefined,
}

export function presentDetail(
  seller: Person,
  { month: value, state, plan }: SalesMonth,
  storedCard: MonthCard | undefined,
  { years, enrolled }: { years: string[]; enrolled: boolean },
): SalesDetail {
  const card = storedCard ?? EMPTY_CARD
  return {
    id: seller.id,
    sales_level: card.level,
    level_name: findLevelName(plan, card.level),
    total_sales: dollars(card.totalSalesCents),
    total_pv: card.groupPv,
    ...presentBonuses(card),
    member_no: seller.member_no,
    referral_code: seller.referral_code,
    ...toYearAndMonth(value),
    years,
    state,
    provisional: state === 'open' || state === 'settling',
    enrolled,
    active: card.active,
    personal_pv: card.personalPv,
    customer_pv: card.customerPv,
    rate_bp: card.rateBp,
    next: presentNext(plan, card),
    payout: card.payout
      ? {
          opening: dollars(card.payout.openingCents),
          payable: dollars(card.payout.payableCents),
          carried: dollars(card.payout.carriedCents),
          state: card.payout.state ?? null,
        }
      : null,
  }
}

type Bonuses = Pick<MonthCard, 'salesBonusCents' | 'levelBonusCents' | 'totalBonusCents'>
const presentBonuses = (card: Bonuses) => ({
  sales_bonus: dollars(card.salesBonusCents),
  level_bonus: dollars(card.levelBonusCents),
  total_bonus: dollars(card.totalBonusCents),
})

const presentNext = (
  plan: Plan,
  { next, totalBonusCents, nextLevelCents }: Omit<MonthCard, 'payout'>,
): SalesDetail['next'] =>
  next
    ? {
        level: next.level,
        level_name: findLevelName(plan, next.level),
        rate_bp: next.rateBp,
        conditions: next.conditions.map((condition) => presentCondition(plan, condition)),
        total_bonus: dollars(totalBonusCents + nextLevelCents),
      }
    : null

/** Level 0 means that no legs are required. */
const presentCondition = (plan: Plan, condition: Condition): LevelCondition => ({
  kind: condition.kind,
  leg_level: condition.kind === 'legs' ? condition.legLevel : 0,
  leg_level_name: condition.kind === 'legs' && condition.legLevel > 0 ? findLevelName(plan, condition.legLevel) : '',
  have: condition.have,
  need: condition.need,
  missing: condition.missing,
})

export const presentLevel = (plan: Plan, storedCard: CardDetails | undefined): LevelReason => {
  const card = storedCard ?? { ...EMPTY_CARD, conditions: [] }
  return {
    level: card.level,
    level_name: findLevelName(plan, card.level),
    active: card.active,
    conditions: card.conditions.map((condition) => presentCondition(plan, condition)),
    next: presentNext(plan, card),
    total_bonus: dollars(card.totalBonusCents),
  }
}

export function presentChild(
  plan: Plan,
  leg: Pick<LegFigures, 'id' | 'level' | 'totalSalesCents' | 'groupPv'>,
  person: Person | undefined,
): Child {
  return {
    id: leg.id,
    first_name: person?.first_name ?? '',
    last_name: person?.last_name ?? '',
    sales_level: leg.level,
    level_name: findLevelName(plan, leg.level),
    total_sales: dollars(leg.totalSalesCents),
    final_pv: leg.groupPv,
    status: toStatus(person),
  }
}

/** Shown as Pending. A negative id never identifies a member of the network. */
type Invitee = { id: number; first_name: string; last_name: string }
export const presentInvited = (plan: Plan, { id, ...name }: Invitee): Child => ({
  id: -id,
  ...name,
  sales_level: 1,
  level_name: findLevelName(plan, 1),
  total_sales: 0,
  final_pv: 0,
  status: 0,
})

/** 1 Active, 0 shown as Pending (docs/specification §4). */
const toStatus = (person: Person | undefined): number => (person?.status === 'active' ? 1 : 0)

export const presentSales = (detail: SalesDetail, children: Child[], pageCount: number): Sales => ({
  detail,
  children,
  page_count: pageCount,
})

export const presentMonth = (
  { month: value, state, plan }: SalesMonth,
  card: (Bonuses & Pick<MonthCard, 'level' | 'groupPv'>) | undefined,
): SalesHistory['months'][number] => ({
  ...toYearAndMonth(value),
  sales_level: card?.level ?? 1,
  level_name: findLevelName(plan, card?.level ?? 1),
  total_pv: card?.groupPv ?? 0,
  ...presentBonuses(card ?? EMPTY_CARD),
  provisional: state === 'open' || state === 'settling',
})

/** Below the direct line, strangers see only the initial of the last name. */
export function toDisplayName(person: Person | undefined, depth: number): string {
  const { first_name = '', last_name = '' } = person ?? {}
  if (depth < 2) return `${first_name} ${last_name}`.trim()
  const [letter] = last_name
  return letter === undefined ? first_name : `${first_name} ${letter}.`
}

export const presentLeg = (plan: Plan, leg: LegFigures, person: Person | undefined): Leg => ({
  id: leg.id,
  member_no: person?.member_no ?? '',
  name: toDisplayName(person, leg.depth),
  depth: leg.depth,
  sales_level: leg.level,
  level_name: findLevelName(plan, leg.level),
  status: toStatus(person),
  personal_pv: leg.personalPv,
  group_pv: leg.groupPv,
  direct_line: leg.directLine,
  downline: leg.downline,
})

export type People = ReadonlyMap<number, Person>
export const presentDownlineMember = (people: People, id: number, depth: number) => ({
  member_no: people.get(id)?.member_no ?? '',
  name: toDisplayName(people.get(id), depth),
  depth,
})

/** An order without value that had one was reversed, by returned goods unless `whole` says otherwise. */
function findReason(
  { reason }: LineFigures,
  order: OrderFacts | undefined,
  whole: ReversalCause | undefined,
): BonusLine['reason'] {
  if (reason !== 'no_value' || order === undefined || order.cv_cents === order.month_cv_cents) return reason ?? null
  return whole === 'payment_taken_back' ? 'not_completed' : (whole ?? 'returned')
}

/** `whole`: the cause that reversed the whole order at once. */
export function presentLine(
  line: LineFigures,
  { order, whole }: { order: OrderFacts | undefined; whole: ReversalCause | undefined },
  people: People,
): BonusLine {
  const toPayeeDepth = (depth: number) => line.depth - depth
  return {
    order_no: order?.order_no ?? '',
    completed_at: order?.completed_at.toISOString() ?? '',
    kind: line.kind,
    credited: presentDownlineMember(people, line.creditedId, line.depth),
    customer: line.customer,
    cv: dollars(line.valueCents),
    pv: line.pv,
    level: line.level,
    rate_bp: line.rateBp,
    covered_bp: line.coveredBp,
    covered_by:
      line.coveredById === undefined
        ? null
        : presentDownlineMember(people, line.coveredById, toPayeeDepth(line.coveredByDepth)),
    total: dollars(line.totalCents),
    covered: dollars(line.coveredCents),
    amount: dollars(line.amountCents),
    reason: findReason(line, order, whole),
    reversal_of: null,
    passed_over: line.passedOver.flatMap(({ id, depth, reason }) =>
      reason ? [{ ...presentDownlineMember(people, id, toPayeeDepth(depth)), reason }] : [],
    ),
  }
}

/** The change of a total: a difference of rounded totals, from which a share of the change may differ by a cent. */
const computeChange = (rateBp: number, { remaining_cents, cv_cents }: Reversal): number =>
  portion(rateBp, cents(remaining_cents)) - portion(rateBp, cents(remaining_cents - cv_cents))

export function presentReversal(row: Reversal, people: People): BonusLine {
  const kind = LINE_KINDS[row.kind]
  if (!kind) throw new Error(`line kind ${row.kind} does not exist`)
  return {
    order_no: row.order_no,
    completed_at: row.completed_at.toISOString(),
    kind,
    credited: presentDownlineMember(people, row.credited_id, row.depth),
    customer: row.customer,
    cv: dollars(row.cv_cents),
    pv: row.pv,
    level: row.level,
    rate_bp: row.rate_bp,
    covered_bp: row.covered_bp,
    // A covering member whose own line rounded to zero has no stored depth; they are right below at the nearest, and
    // are shown with an initial.
    covered_by:
      row.covered_by_id === null
        ? null
        : presentDownlineMember(
            people,
            row.covered_by_id,
            row.covering_depth === null ? row.depth : row.depth - row.covering_depth,
          ),
    total: dollars(computeChange(row.rate_bp, row)),
    covered: dollars(computeChange(row.covered_bp, row)),
    amount: dollars(row.amount_cents),
    reason: row.reason ?? null,
    reversal_of: {
      ...toYearAndMonth(row.order_month as Month),
      by: toReversalCause({ kind: row.return_kind, entry: row.entry }),
      returned_at: row.returned_at.toISOString(),
      remaining_cv: dollars(row.remaining_cents),
      due: dollars(row.posted_cents + row.amount_cents),
      posted: dollars(row.posted_cents),
    },
    passed_over: [],
  }
}

export const presentCorrection = (row: ExplainedCorrection): BonusCorrection => ({
  bonus: row.bonus as CorrectedBonus,
  amount: dollars(row.amount_cents),
  corrected_month: toYearAndMonth(row.corrected_month as Month),
  order_no: row.order_no,
  reason: row.reason,
  booked_at: row.booked_at.toISOString(),
})
