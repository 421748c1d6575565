import fc from 'fast-check'
import { month } from '#domain/calendar/month.ts'
import { getLevelRow, type Plan } from '#domain/compensation/plan/plan.ts'
import type { BonusCorrection } from '#domain/compensation/rules/correction.ts'
import { payOrder } from '#domain/compensation/rules/pay-order.ts'
import { computePayout } from '#domain/compensation/rules/payout.ts'
import { type ReversalLine, reverseOrder } from '#domain/compensation/rules/reverse-order.ts'
import type { Statement } from '#domain/compensation/statement/statement.ts'
import { computeStatementChecksum } from '#domain/compensation/statement/statement-checksum.ts'
import { addCents, cents } from '#domain/money/money.ts'
import { engineMonth, type LineRow, type Network } from './network.ts'
import { anyCorrection, anyMonth } from './random-networks.ts'
import { referenceMonth } from './reference-month.ts'

const MARCH = month('2026-03')
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** An order of an earlier month that was returned in part or whole. */
type ReturnedOrder = { credited: number; customer: boolean; beforeCents: number; remainingPerMille: number; pv: number }

/** A member of a random month, with the carry-over of the previous month. */
export type StatementInput = {
  plan: Plan
  network: Network
  returnedOrders: ReturnedOrder[]
  member: number
  openingCents: number
  title: number
  minimumCents: number
  corrections: BonusCorrection[]
}

export const anyStatement: fc.Arbitrary<Statement> = anyMonth()
  .filter(({ network }) => network.members.length > 0)
  .chain(({ plan, network }) => {
    const anyMember = fc.nat(network.members.length - 1)
    return fc.record({
      plan: fc.constant(plan),
      network: fc.constant(network),
      returnedOrders: fc.array(
        fc.record({
          credited: anyMember,
          customer: fc.boolean(),
          beforeCents: fc.nat(200_000),
          remainingPerMille: fc.nat(1000),
          pv: fc.nat(500),
        }),
        { maxLength: 6 },
      ),
      member: anyMember,
      openingCents: fc.integer({ min: -5_000, max: 5_000 }),
      title: fc.integer({ min: 1, max: 9 }),
      minimumCents: fc.constantFrom(0, 2_500, 1_000_000),
      corrections: fc.array(anyCorrection(network.members.length), { maxLength: 4 }),
    })
  })
  .map(makeStatement)

/** Builds the statement of a member from the slow reference and the reversals of the plan. */
export function makeStatement(input: StatementInput): Statement {
  const { plan, member } = input
  const reversed = reverseReturns(input)
  const { corrections } = input
  const booked = { volumes: reversed.volumes, lines: reversed.lines.map(({ line }) => line), corrections }
  const network = { ...input.network, booked }
  const { cards, lines } = engineMonth(plan, network)
  const { pathOf, levelInputs } = referenceMonth(plan, network)
  const bestLevels = levelInputs[member]?.legLevels ?? []
  const card = cards[member]
  const { active = false } = network.members[member] ?? {}
  if (!card) throw new Error('the member is not in the network')
  const legs = network.members.flatMap(({ sponsor }, index) => (sponsor === member ? [index] : []))
  const memberLines = lines.filter(({ payee }) => payee === member)
  const legOf = (line: LineRow) => {
    const path = pathOf(network.orders[line.order]?.credited ?? -1)
    return path[path.findIndex((step) => step.member === member) - 1]?.member
  }
  const bonusFromLeg = (leg: number, kind: LineRow['kind']) =>
    sum(memberLines.filter((line) => line.kind === kind && legOf(line) === leg).map(({ amountCents }) => amountCents))
  const paid = computePayout(cents(input.openingCents), cents(card.totalBonusCents), cents(input.minimumCents))
  const memberCorrections = corrections
    .filter((correction) => correction.member === member)
    .map(({ bonus, amountCents }) => ({ bonus, amount_cents: amountCents }))
  const next = card.level < 9 ? getLevelRow(plan, card.level + 1) : undefined

  const statement: Statement = {
    month: MARCH,
    plan: {
      version: plan.version,
      first_month: plan.firstMonth,
      direct_line_rate_bp: plan.directLineRateBp,
      levels: plan.levels.map((row) => ({
        code: row.code,
        name: row.name,
        personal_pv: row.personalPv,
        group_pv: row.groupPv,
        customer_pv: row.customerPv,
        legs: row.legs,
        leg_level: row.legLevel,
        rate_bp: row.rateBp,
      })),
    },
    minimum_payout_cents: input.minimumCents,
    member: { active },
    before: { title: input.title, carried_cents: input.openingCents },
    card: {
      level: card.level,
      title: Math.max(card.level, input.title),
      personal_pv: card.personalPv,
      customer_pv: card.customerPv,
      group_pv: card.groupPv,
      next_legs: next && next.legs > 0 ? bestLevels.filter((level) => level >= next.legLevel).length : 0,
      total_sales_cents: card.totalSalesCents,
      sales_bonus_cents: card.salesBonusCents,
      level_bonus_cents: card.levelBonusCents,
      total_bonus_cents: card.totalBonusCents,
      opening_cents: paid.openingCents,
      payable_cents: paid.payableCents,
      carried_cents: paid.carriedCents,
    },
    orders: network.orders.flatMap(({ credited, customer, cvCents, pv }, index) => {
      if (credited !== member) return []
      const line = memberLines.find(({ order, kind }) => order === index && kind === 'own_sale')
      return [{ order_no: `O${index}`, customer, cv_cents: cvCents, pv, own_sale_cents: line?.amountCents ?? 0 }]
    }),
    further_orders: null,
    returns: reversed.volumes.flatMap(({ credited, customer, cvCents, pv }, index) =>
      credited === member ? [{ order_no: `R${index}`, customer, cv_cents: cvCents, pv }] : [],
    ),
    further_returns: null,
    legs: legs.map((leg, nth) => ({
      member_no: String(leg),
      active: network.members[leg]?.active ?? false,
      level: cards[leg]?.level ?? 1,
      best_level: bestLevels[nth] ?? 0,
      group_pv: cards[leg]?.groupPv ?? 0,
      direct_line_cents: bonusFromLeg(leg, 'direct_line'),
      differential_cents: bonusFromLeg(leg, 'differential'),
    })),
    further_legs: null,
    lines: memberLines
      .filter(({ kind }) => kind !== 'own_sale')
      .map((line) => ({
        order_no: `O${line.order}`,
        kind: line.kind,
        leg_no: String(legOf(line)),
        credited: { depth: line.depth },
        value_cents: network.orders[line.order]?.cvCents ?? 0,
        rate_bp: line.rateBp,
        covered_bp: line.coveredBp,
        amount_cents: line.amountCents,
      })),
    reversals: reversed.lines
      .filter(({ line }) => line.payee === member)
      .map(({ line, beforeCents }, index) => ({
        order_no: `R${index}`,
        kind: line.kind,
        rate_bp: line.rateBp,
        covered_bp: line.coveredBp,
        before_cents: beforeCents,
        remaining_cents: line.remainingCents,
        due_cents: line.dueCents,
        posted_cents: line.postedCents,
        amount_cents: line.amountCents,
      })),
    further_reversals: null,
    // A statement without corrections omits the field, as in the shop.
    ...(memberCorrections.length > 0 && { corrections: memberCorrections, further_corrections: null }),
    checksum: '',
  }
  return { ...statement, checksum: computeStatementChecksum(statement) }
}

/** Orders of an earlier month with the same tree and levels, some of which were returned in this one. */
function reverseReturns({ plan, network, returnedOrders }: StatementInput) {
  const { pathOf } = referenceMonth(plan, network)
  const lines = returnedOrders.flatMap((order, index): { line: ReversalLine; beforeCents: number }[] => {
    const path = pathOf(order.credited)
    const beforeCents = cents(order.beforeCents)
    const posted = payOrder(plan, { order: index, month: MARCH, valueCents: beforeCents }, path).lines
    const event = { order: index, beforeCents, remainingCents: remainingCents(order) }
    return reverseOrder({ plan, path }, event, posted).map((line) => ({ line, beforeCents }))
  })
  const volumes = returnedOrders.map((order) => ({
    credited: order.credited,
    customer: order.customer,
    cvCents: addCents(remainingCents(order), cents(-order.beforeCents)),
    pv: -order.pv,
  }))
  return { lines, volumes }
}

const remainingCents = ({ beforeCents, remainingPerMille }: ReturnedOrder) =>
  cents(Math.floor((beforeCents * remainingPerMille) / 1000))
