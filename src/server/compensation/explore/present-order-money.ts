import type { AdminResponse } from '#contract/admin-calls.ts'
import type { LineKind } from '#domain/compensation/rules/line.ts'
import { computeCeiling } from '#domain/compensation/rules/pay-order.ts'
import { toReversalCause } from '#domain/compensation/rules/reversal-cause.ts'
import { cents } from '#domain/money/money.ts'
import type { OrderMoney } from '../live/explain-order-money.ts'
import { dollars, findLevelName } from '../sales/present-sales.ts'
import type { findPeople } from '../sales/sales.queries.ts'
import type { SalesMonth } from '../sales/sales-month.ts'
import type { findCountedOrder, ReturnRow } from './order-money.queries.ts'
import { presentPerson } from './present-tree.ts'

export type CountedOrder = NonNullable<Awaited<ReturnType<typeof findCountedOrder>>>
export type Reversal = ReturnRow & {
  lines: { payeeId: number; kind: LineKind; amountCents: number }[]
}
/** `agrees`: the lines match the plan on the month's path, and add up (docs/plan §13.1). */
export type CheckedMoney = OrderMoney & { agrees: boolean }
type OtherCount = { order_no: string; month: string }

type CountedOrderMoney = NonNullable<AdminResponse<'orderMoney'>['counted']>

export function presentOrderMoney({
  order,
  salesMonth: { month, state, figures, plan },
  money,
  reversals,
  others,
  people,
}: {
  order: CountedOrder
  salesMonth: SalesMonth
  money: CheckedMoney
  reversals: readonly Reversal[]
  others: readonly OtherCount[]
  people: Awaited<ReturnType<typeof findPeople>>
}): CountedOrderMoney {
  const peopleById = new Map(people.map((person) => [Number(person.id), person]))
  const presentById = (id: number) => presentPerson(id, peopleById.get(id))
  const sumAmounts = (entries: readonly { amountCents: number }[]) =>
    entries.reduce((total, { amountCents }) => total + amountCents, 0)
  const ceiling = computeCeiling(plan, cents(money.valueCents))
  const paidCents = sumAmounts(money.lines)
  const paidAfterCents = paidCents + sumAmounts(reversals.flatMap(({ lines }) => lines))
  return {
    order_no: order.order_no,
    order_id: order.order_id,
    other_counts: others.map(({ order_no, month: counted }) => ({ order_no, month: counted })),
    month,
    state,
    figures: figures === 'frozen' ? 'frozen' : 'live',
    customer: order.customer,
    credited: order.member_id === null || order.before_enrollment ? null : presentById(order.member_id),
    completed_at: order.completed_at.toISOString(),
    counted_cv: dollars(order.cv_cents),
    counted_pv: order.pv,
    cv: dollars(money.valueCents),
    pv: money.pv,
    payees: money.lines.map((line) => ({
      member: presentById(line.payeeId),
      kind: line.kind,
      depth: line.depth,
      level_name: findLevelName(plan, line.level),
      rate_bp: line.rateBp,
      covered_bp: line.coveredBp,
      covered_by: line.coveredById === undefined ? null : presentById(line.coveredById),
      total: dollars(line.totalCents),
      covered: dollars(line.coveredCents),
      amount: dollars(line.amountCents),
    })),
    unpaid_uplines: money.unpaid.map(({ memberId, kind, depth, reason }) => ({
      member: memberId === undefined ? null : presentById(memberId),
      kind,
      depth,
      reason,
    })),
    unpaid_uplines_more: money.more,
    paid: dollars(paidCents),
    retained: dollars(money.valueCents - paidCents),
    ceiling: dollars(ceiling),
    breakage: dollars(ceiling - paidCents),
    reconciled: money.agrees,
    reversals: reversals.map(({ month: booked, kind, entry, returned_at, cv_cents, pv, lines }) => ({
      month: booked,
      by: toReversalCause({ kind, entry }),
      returned_at: returned_at.toISOString(),
      cv: dollars(0 - cv_cents),
      pv: 0 - pv,
      lines: lines.map(({ payeeId, kind: lineKind, amountCents }) => ({
        member: presentById(payeeId),
        kind: lineKind,
        amount: dollars(amountCents),
      })),
      sum: dollars(sumAmounts(lines)),
    })),
    paid_after: dollars(paidAfterCents),
    retained_after: dollars(order.remaining_cv_cents - paidAfterCents),
    breakage_after: dollars(computeCeiling(plan, cents(order.remaining_cv_cents)) - paidAfterCents),
  }
}
