import {
  type Cards,
  type LineColumns,
  type MonthInput,
  makeEmptyBooked,
  makeOrders,
  type OrderColumns,
} from '#domain/compensation/month/columns.ts'
import { computeMonth } from '#domain/compensation/month/run-month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import { type BonusCorrection, CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'
import { type BonusLine, LINE_KINDS } from '#domain/compensation/rules/line.ts'
import type { PostedLine } from '#domain/compensation/rules/reverse-order.ts'

/** A small network of a test: members and orders are referenced by their index. */
export type Network = { members: NetworkMember[]; orders: NetworkOrder[]; booked?: BookedMonth }
export type NetworkMember = { sponsor: number | undefined; active: boolean }
export type NetworkOrder = { credited: number | undefined; customer: boolean; cvCents: number; pv: number }
export type BookedMonth = { volumes: NetworkOrder[]; lines: PostedLine[]; corrections?: BonusCorrection[] }

export type Card = Record<
  | 'level'
  | 'personalPv'
  | 'customerPv'
  | 'groupPv'
  | 'totalSalesCents'
  | 'salesBonusCents'
  | 'levelBonusCents'
  | 'totalBonusCents',
  number
>
export type LineRow = Omit<BonusLine, 'credited' | 'valueCents' | 'totalCents' | 'coveredCents'>
export type Figures = { cards: Card[]; lines: LineRow[] }

export function toColumns({ members, orders, booked }: Network): MonthInput {
  const lines = booked?.lines ?? []
  const corrections = booked?.corrections ?? []
  return {
    tree: {
      sponsor: Int32Array.from(members, ({ sponsor }) => sponsor ?? -1),
      active: Uint8Array.from(members, ({ active }) => (active ? 1 : 0)),
    },
    orders: toOrderColumns(orders),
    booked: booked
      ? {
          volumes: toOrderColumns(booked.volumes),
          lines: {
            payee: Int32Array.from(lines, ({ payee }) => payee),
            kind: Uint8Array.from(lines, ({ kind }) => LINE_KINDS.indexOf(kind)),
            amountCents: Float64Array.from(lines, ({ amountCents }) => amountCents),
          },
          corrections: {
            member: Int32Array.from(corrections, ({ member }) => member),
            bonus: Uint8Array.from(corrections, ({ bonus }) => CORRECTED_BONUSES.indexOf(bonus)),
            amountCents: Float64Array.from(corrections, ({ amountCents }) => amountCents),
          },
        }
      : makeEmptyBooked(),
  }
}

function toOrderColumns(orders: readonly NetworkOrder[]): OrderColumns {
  const columns = makeOrders(orders.length)
  for (const [index, { credited, customer, cvCents, pv }] of orders.entries()) {
    columns.credited[index] = credited ?? -1
    columns.customer[index] = customer ? 1 : 0
    columns.cvCents[index] = cvCents
    columns.pv[index] = pv
  }
  return columns
}

export const engineMonth = (plan: Plan, network: Network, slice?: number): Figures => {
  const { cards, lines } = computeMonth(plan, toColumns(network), slice)
  return { cards: toCards(cards), lines: toLines(lines) }
}

const valueAt = (column: ArrayLike<number>, index: number): number => column[index] ?? Number.NaN

const toCards = (cards: Cards): Card[] =>
  Array.from(cards.level, (level, member) => ({
    level,
    personalPv: valueAt(cards.personalPv, member),
    customerPv: valueAt(cards.customerPv, member),
    groupPv: valueAt(cards.groupPv, member),
    totalSalesCents: valueAt(cards.totalSalesCents, member),
    salesBonusCents: valueAt(cards.salesBonusCents, member),
    levelBonusCents: valueAt(cards.levelBonusCents, member),
    totalBonusCents: valueAt(cards.totalBonusCents, member),
  }))

const toLines = (lines: LineColumns): LineRow[] =>
  Array.from(lines.order, (order, index) => ({
    order,
    kind: LINE_KINDS[valueAt(lines.kind, index)] ?? 'own_sale',
    payee: valueAt(lines.payee, index),
    depth: valueAt(lines.depth, index),
    level: valueAt(lines.level, index),
    rateBp: valueAt(lines.rateBp, index),
    coveredBp: valueAt(lines.coveredBp, index),
    coveredBy: valueAt(lines.coveredBy, index) === -1 ? undefined : valueAt(lines.coveredBy, index),
    amountCents: valueAt(lines.amountCents, index) as LineRow['amountCents'],
  }))
