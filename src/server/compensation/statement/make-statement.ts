import { STATEMENT_ROWS, type Statement } from '#contract/compensation/statement.ts'
import type { Month } from '#domain/calendar/month.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { NetworkServices } from '../live/live-network.ts'
import type { LineCursor } from '../live/query-handlers.ts'
import { findDirectLineCards, findPeople } from '../sales/sales.queries.ts'
import { findSalesMonth } from '../sales/sales-month.ts'
import { presentStatement } from './present-statement.ts'
import {
  findClosedMonth,
  findPostedLines,
  findStatementCard,
  listCorrections,
  listPersonalOrders,
  listPersonalReturns,
  listReversals,
} from './statement.queries.ts'

/** Number of lines requested at once. */
const PAGE = 1_000
/** Maximum number of requests: each searches some ten thousand members, so that a page of lines can be short. */
const MAX_PAGES = 40

export type StatementRefusal = Refusal<'statement_pending' | 'not_found'>

/**
 * A member's closed month with all its details, as stored (docs/plan §4.2). Refused if there is none: the month is not
 * closed, was closed elsewhere, or the member enrolled later. Memory is bounded: rows beyond STATEMENT_ROWS are summed
 * up.
 */
export async function makeStatement(
  { db, network, settings }: Pick<NetworkServices, 'db' | 'network' | 'settings'>,
  memberId: UserId,
  requestedMonth: Month,
): Promise<Result<{ statement: Statement }, StatementRefusal>> {
  const { month, figures, plan } = await findSalesMonth(db, requestedMonth, Date.now())
  if (figures === 'live') return refuse({ code: 'statement_pending' })
  const [closed, stored] = await Promise.all([findClosedMonth(db, month), findStatementCard(db, month, memberId)])
  if (figures === 'closed_externally' || !closed || !stored) return refuse({ code: 'not_found' })

  const limit = STATEMENT_ROWS
  const [orders, returns, reversals, corrections, legCards, legSums] = await Promise.all([
    listPersonalOrders(db, month, memberId, limit),
    listPersonalReturns(db, month, memberId, limit),
    listReversals(db, month, memberId, limit),
    listCorrections(db, month, memberId, limit),
    findDirectLineCards(db, month, memberId, { offset: 0, limit }),
    network.query({ name: 'legSums', month, memberId, limit }),
  ])
  const lines = orders.further ? undefined : await listLines({ db, network }, month, memberId)
  const ids = [
    memberId,
    ...legCards.map(({ member_id }) => member_id),
    ...[...reversals.rows, ...(lines ?? [])].flatMap((row) => [row.credited_id, row.covered_by_id ?? memberId]),
    ...(lines ?? []).map(({ leg_id }) => leg_id),
  ]
  const people = new Map((await findPeople(db, [...new Set(ids)])).map((person) => [Number(person.id), person]))
  const shop = settings.get('shop_name')
  const lists = { orders, returns, reversals, corrections, legCards, legSums, lines }
  const input = { shop, month, memberId, closed, plan, ...stored, ...lists }
  return { ok: true, statement: presentStatement(input, people) }
}

/** The lines of the downline's orders by time of completion; undefined if there are too many to list. */
async function listLines({ db, network }: Pick<NetworkServices, 'db' | 'network'>, month: Month, memberId: UserId) {
  const orders = await findPayingOrders(network, month, memberId)
  if (!orders) return undefined
  const rows = await findPostedLines(db, memberId, orders)
  const legs = await network.query({ name: 'legsAbove', month, memberId, ids: rows.map((row) => row.credited_id) })
  return rows.map((row, nth) => ({ ...row, leg_id: legs[nth] ?? 0 }))
}

/** Lines have no index by payee: a walk through the live month finds the orders that paid the member. */
async function findPayingOrders(network: NetworkServices['network'], month: Month, memberId: UserId) {
  const orders = new Set<number>()
  let lines = 0
  let pages = 0
  for (const scope of ['sales', 'level'] as const) {
    let after: LineCursor | undefined
    do {
      const page = await network.query({ name: 'lines', month, memberId, scope, paid: true, after, limit: PAGE })
      for (const { orderId, creditedId } of page.lines) {
        if (creditedId === memberId) continue
        orders.add(orderId)
        lines++
      }
      pages++
      after = page.next
      if (lines > STATEMENT_ROWS || (pages > MAX_PAGES && after)) return undefined
    } while (after)
  }
  return [...orders]
}
