import { type BonusLines, CORRECTIONS_SHOWN, SALES_PAGE_SIZE } from '#contract/compensation/sales.ts'
import type { Month } from '#domain/calendar/month.ts'
import { isLevelBonus, LINE_KINDS, type LineKind } from '#domain/compensation/rules/line.ts'
import { toReversalCause } from '#domain/compensation/rules/reversal-cause.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findMemberCorrections } from '../correction/correction.queries.ts'
import type { NetworkServices } from '../live/live-network.ts'
import type { LineCursor, LineFigures } from '../live/query-handlers.ts'
import { listPersonalReturns } from './list-personal-returns.ts'
import { dollars, presentCorrection, presentLine, presentReversal, type Reversal } from './present-sales.ts'
import { findOrderFacts, findPeople, findReversalCauses, findReversals, type ReversalCursor } from './sales.queries.ts'
import { findSalesMonth, type SalesMonth } from './sales-month.ts'

type LineQuery = { bonus: 'personal' | 'sales' | 'level'; paid: 'yes' | 'no'; after?: string | undefined }

const KINDS: Record<'sales' | 'level', readonly LineKind[]> = {
  sales: LINE_KINDS.filter((kind) => !isLevelBonus(kind)),
  level: LINE_KINDS.filter(isLevelBonus),
}

/**
 * Why an amount is what it is (docs/plan §12.1): first the reversals of earlier months' orders, then the month's own
 * orders; or those that paid nothing, with the reason (docs/plan §12.2). For personal sales also returns that reversed
 * nothing, so that both lists add up to the total sales. One page at a time; refused if `after` is not a valid cursor.
 */
export async function listLines(
  services: NetworkServices,
  userId: UserId,
  requestedMonth: Month,
  query: LineQuery,
): Promise<Result<BonusLines, Refusal<'cursor_invalid'>>> {
  const after = parseCursor(query.after)
  if (!after) return refuse({ code: 'cursor_invalid' })
  const month = await findSalesMonth(services.db, requestedMonth, Date.now())
  if (month.figures === 'closed_externally') return { ok: true, ...NO_CORRECTIONS, lines: [], next: null }
  const corrections = await listCorrections(services, userId, month, query)

  // Reads one more than is shown, so that a next page exists only if it has rows.
  const fetched = after.kind === 'reversal' ? await findReversalPage(services, userId, month, query, after.at) : []
  const reversals = fetched.slice(0, SALES_PAGE_SIZE)
  const lastReversal = reversals.at(-1)
  const afterReversals = lastReversal
    ? `${lastReversal.counted_order_id}.${lastReversal.kind}.${lastReversal.return_id}`
    : null
  if (fetched.length > reversals.length)
    return { ok: true, ...corrections, lines: await presentRows(services, reversals, []), next: afterReversals }

  const remaining = SALES_PAGE_SIZE - reversals.length
  const lineCursor = after.kind === 'line' ? after.at : undefined
  const page = await findLines(services, userId, month, query, { from: lineCursor, limit: remaining + 1 })
  const lines = page.lines.slice(0, remaining)
  const lastLine = lines.at(-1)
  const afterLines = lastLine ? `${lastLine.creditedId}.${lastLine.orderId}` : afterReversals
  const afterSearched = page.next ? `${page.next.memberId}.${page.next.orderId}` : null
  return {
    ok: true,
    ...corrections,
    lines: await presentRows(services, reversals, lines),
    next: page.lines.length > remaining ? afterLines : afterSearched,
  }
}

const NO_CORRECTIONS = { corrections: [], further_corrections: null }

/** On the first page only; personal sales are a part of the sales bonus that cannot be corrected. */
async function listCorrections(
  { db }: NetworkServices,
  memberId: UserId,
  { month }: SalesMonth,
  { bonus, paid, after }: LineQuery,
): Promise<Pick<BonusLines, 'corrections' | 'further_corrections'>> {
  if (bonus === 'personal' || paid === 'no' || after !== undefined) return NO_CORRECTIONS
  const { rows, further } = await findMemberCorrections(db, { memberId, month, bonus, limit: CORRECTIONS_SHOWN })
  return {
    corrections: rows.map(presentCorrection),
    further_corrections: further ? { count: further.count, amount: dollars(further.cents) } : null,
  }
}

/** Maximum number of queries for a page, which may then be short; other queries run in between. */
const MAX_REQUESTS = 5

async function findLines(
  { network }: NetworkServices,
  memberId: UserId,
  { month }: SalesMonth,
  { bonus, paid }: LineQuery,
  { from: lineCursor, limit }: { from: LineCursor | undefined; limit: number },
) {
  const lines: LineFigures[] = []
  let after = lineCursor
  for (let attempt = 0; attempt < MAX_REQUESTS; attempt++) {
    const query = { memberId, scope: bonus, paid: paid === 'yes', after, limit: limit - lines.length }
    const fetched = await network.query({ name: 'lines', month, ...query })
    lines.push(...fetched.lines)
    after = fetched.next
    if (!after || lines.length === limit) break
  }
  return { lines, next: after }
}

async function findReversalPage(
  { db }: NetworkServices,
  userId: UserId,
  { month }: SalesMonth,
  { bonus, paid }: LineQuery,
  after: ReversalCursor | undefined,
): Promise<Reversal[]> {
  const limit = SALES_PAGE_SIZE + 1
  if (bonus === 'personal') return listPersonalReturns(db, month, userId, { paid: paid === 'yes', after, limit })
  if (paid === 'no') return []
  const kinds = KINDS[bonus].map((kind) => LINE_KINDS.indexOf(kind))
  return findReversals(db, month, userId, { kinds, after, limit })
}

type Cursor = { kind: 'reversal'; at: ReversalCursor | undefined } | { kind: 'line'; at: LineCursor }

/**
 * Two numbers are a position among the lines of the month, three a position among the reversals; no text is the
 * beginning.
 */
function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return { kind: 'reversal', at: undefined }
  const [first, second, third, ...more] = text.split('.').map(Number)
  const isId = (value: number | undefined): value is number =>
    Number.isInteger(value) && value !== undefined && value <= 2_147_483_647
  if (more.length === 0 && isId(first) && isId(second)) {
    if (third === undefined) return { kind: 'line', at: { memberId: first, orderId: second } }
    if (isId(third)) return { kind: 'reversal', at: { orderId: first, kind: second, returnId: third } }
  }
  return undefined
}

async function presentRows({ db }: NetworkServices, reversals: readonly Reversal[], lines: readonly LineFigures[]) {
  const ids = new Set([
    ...reversals.flatMap((row) => [row.credited_id, ...(row.covered_by_id === null ? [] : [row.covered_by_id])]),
    ...lines.flatMap((line) => [
      line.creditedId,
      ...(line.coveredById === undefined ? [] : [line.coveredById]),
      ...line.passedOver.map(({ id }) => id),
    ]),
  ])
  const withoutValue = lines.filter(({ reason }) => reason === 'no_value').map(({ orderId }) => orderId)
  const [fetched, orderRows, causes] = await Promise.all([
    findPeople(db, [...ids]),
    findOrderFacts(
      db,
      lines.map(({ orderId }) => orderId),
    ),
    findReversalCauses(db, withoutValue),
  ])
  const people = new Map(fetched.map((person) => [Number(person.id), person]))
  const orders = new Map(orderRows.map((order) => [Number(order.id), order]))
  const causeByOrder = new Map(causes.map((row) => [Number(row.counted_order_id), toReversalCause(row)]))
  return [
    ...reversals.map((row) => presentReversal(row, people)),
    ...lines.map((line) =>
      presentLine(line, { order: orders.get(line.orderId), whole: causeByOrder.get(line.orderId) }, people),
    ),
  ]
}
