import type { AdminResponse } from '#contract/admin-calls.ts'
import { month } from '#domain/calendar/month.ts'
import { isMoneyConsistent } from '#domain/compensation/rules/explain.ts'
import { LINE_KINDS, type LineKind } from '#domain/compensation/rules/line.ts'
import { payOrder } from '#domain/compensation/rules/pay-order.ts'
import { cents, portion } from '#domain/money/money.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import type { MoneyLine, OrderMoney } from '../live/explain-order-money.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { findPeople } from '../sales/sales.queries.ts'
import { findSalesMonth, type SalesMonth } from '../sales/sales-month.ts'
import {
  findCountedOrder,
  findLinesOfOrder,
  findOrderStatus,
  findOtherCounts,
  findReturnsOfOrder,
} from './order-money.queries.ts'
import { type CheckedMoney, type CountedOrder, presentOrderMoney, type Reversal } from './present-order-money.ts'
import { findFrozenPath } from './tree.queries.ts'

/** Maximum number of members of a path that are explained, nearest first; payees beyond them appear in the lines. */
const MAX_PATH = 200

type StoredLine = Awaited<ReturnType<typeof findLinesOfOrder>>[number]

/**
 * Breakdown of an order's money (docs/plan §12.5): payees, why others got nothing, the company's share, and returns.
 */
export async function showOrderMoney(
  { db, network }: Pick<NetworkServices, 'db' | 'network'>,
  orderNo: string,
): Promise<AdminResponse<'orderMoney'>> {
  const order = await findCountedOrder(db, orderNo)
  if (!order) return { requested: orderNo, reason: await findUncountedReason(db, orderNo), counted: null }
  const salesMonth = await findSalesMonth(db, month(order.month), Date.now())
  if (salesMonth.figures === 'closed_externally')
    return { requested: orderNo, reason: 'closed_externally', counted: null }
  const [lines, returns, others] = await Promise.all([
    findLinesOfOrder(db, order.id),
    findReturnsOfOrder(db, order.id),
    order.order_id === null ? [] : findOtherCounts(db, order.order_id, order.id),
  ])
  const money =
    salesMonth.figures === 'frozen'
      ? await readStoredMoney(db, salesMonth, order, lines)
      : await readLiveMoney(network, salesMonth, order.id)
  // Completed a moment ago: the live month will have it after the next refresh.
  if (!money) return { requested: orderNo, reason: 'pending', counted: null }
  const reversals = returns.filter(({ month: booked }) => booked !== order.month).map(addLines(lines))
  const people = await findPeople(db, collectMemberIds(order, money, reversals))
  return {
    requested: orderNo,
    reason: null,
    counted: presentOrderMoney({ order, salesMonth, money, reversals, others, people }),
  }
}

async function findUncountedReason(db: Database, orderNo: string) {
  const order = /^\d{1,9}$/.test(orderNo) ? await findOrderStatus(db, Number(orderNo) as OrderId) : undefined
  if (!order) return 'unknown'
  return order.status === 'canceled' ? 'canceled' : 'not_completed'
}

async function readLiveMoney(
  network: NetworkServices['network'],
  { month: value, plan }: SalesMonth,
  orderId: number,
): Promise<CheckedMoney | undefined> {
  const money = await network.query({ name: 'orderMoney', month: value, orderId, most: MAX_PATH })
  return money && { ...money, agrees: isMoneyConsistent(plan, cents(money.valueCents), money.lines) }
}

/**
 * Lines as the close wrote them; the reasons of the others are derived from the frozen path, which must pay the same
 * lines.
 */
async function readStoredMoney(
  db: Database,
  { month: value, plan }: SalesMonth,
  order: CountedOrder,
  stored: readonly StoredLine[],
): Promise<CheckedMoney> {
  const credited = order.before_enrollment ? null : order.member_id
  const cards = credited === null ? [] : await findFrozenPath(db, value, credited, MAX_PATH)
  const path = cards.map(({ id, active, level }) => ({ member: id, active, level }))
  const valueCents = cents(order.month_cv_cents)
  const expected = payOrder(plan, { order: order.id, month: value, valueCents }, path)
  const lines = stored.filter(({ return_id }) => return_id === 0).map((line) => toMoneyLine(line, order.month_cv_cents))
  const toSortedKeys = (entries: readonly { payee: number; kind: LineKind; amountCents: number }[]) =>
    entries.map(({ payee, kind, amountCents }) => `${payee}.${kind}.${amountCents}`).sort()
  const listedLines = lines.filter(({ depth }) => depth < path.length).map((line) => ({ ...line, payee: line.payeeId }))
  const isSame = toSortedKeys(listedLines).join() === toSortedKeys(expected.lines).join()
  return {
    valueCents,
    pv: order.month_pv,
    lines,
    unpaid: expected.unpaid.map(({ member, ...reason }) => ({ ...reason, memberId: member })),
    more: cards.length > 0 && cards.at(-1)?.sponsor_id !== null,
    agrees: isSame && isMoneyConsistent(plan, valueCents, lines),
  }
}

const toLineKind = (index: number): LineKind => {
  const kind = LINE_KINDS[index]
  if (!kind) throw new Error(`line kind ${index} does not exist`)
  return kind
}

const toMoneyLine = (line: StoredLine, cvCents: number): MoneyLine => ({
  payeeId: line.payee_id,
  kind: toLineKind(line.kind),
  depth: line.depth,
  level: line.level,
  rateBp: line.rate_bp,
  coveredBp: line.covered_bp,
  coveredById: line.covered_by_id ?? undefined,
  totalCents: portion(line.rate_bp, cents(cvCents)),
  coveredCents: portion(line.covered_bp, cents(cvCents)),
  amountCents: cents(line.amount_cents),
})

const addLines =
  (lines: readonly StoredLine[]) =>
  (reversal: Omit<Reversal, 'lines'>): Reversal => ({
    ...reversal,
    lines: lines
      .filter(({ return_id }) => return_id === reversal.id)
      .map(({ payee_id, kind, amount_cents }) => ({
        payeeId: payee_id,
        kind: toLineKind(kind),
        amountCents: amount_cents,
      })),
  })

const collectMemberIds = (order: CountedOrder, money: OrderMoney, reversals: readonly Reversal[]): number[] =>
  [
    order.member_id,
    ...money.lines.flatMap(({ payeeId, coveredById }) => [payeeId, coveredById]),
    ...money.unpaid.map(({ memberId }) => memberId),
    ...reversals.flatMap(({ lines }) => lines.map(({ payeeId }) => payeeId)),
  ].filter((id) => id !== null && id !== undefined)
