import { type Month, month } from '#domain/calendar/month.ts'
import { computeRemainingVolume, type Return, type Volume } from '#domain/compensation/rules/volumes.ts'
import { cents } from '#domain/money/money.ts'
import { points } from '#domain/money/points.ts'
import type { Result } from '#domain/result.ts'
import { bulkChange } from '#server/network/bulk-change.ts'
import { type ImportOptions, type ImportRefusal, importFile } from '#server/platform/csv/import-file.ts'
import { rejectInvalidRows } from '#server/platform/csv/reject-invalid-rows.ts'
import { RowError } from '#server/platform/csv/row.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import { refreshStatistics } from '#server/platform/database/refresh-statistics.ts'
import { lockMonth } from '../close/month.queries.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import { lockOrders } from './order-merge.queries.ts'
import {
  type BookedReturn,
  dropKnownReturns,
  findMonthsOfReturns,
  findReturnedOrders,
  insertReturns,
  matchReturns,
  type RemainingVolume,
  type ReturnedOrder,
  selectReturnFaults,
} from './return.queries.ts'
import { returnFile } from './return-row.ts'

export type ImportedReturns = Result<{ added: number; unchanged: number }, ImportRefusal>

const FOUND = 'found_returns'
const SLICE = 1000

/** Imports returns, identified by order and instant: repeating an import changes nothing (docs/product §11.8). */
export const importReturns = (connection: Connection, options: ImportOptions): Promise<ImportedReturns> =>
  importFile(connection, returnFile, options, async (dedicated, { table, rows }) => {
    const added = await bulkChange(
      dedicated,
      async (trx) => {
        const added = await mergeReturns(trx, table)
        await options.onMerged?.(trx, { added })
        return added
      },
      (count) => count > 0,
    )
    await refreshStatistics(dedicated, ['counted_orders', 'order_returns', 'point_entries'], added)
    return { added, unchanged: rows - added }
  })

async function mergeReturns(trx: Transaction, staged: string): Promise<number> {
  await lockOrders(trx)
  await matchReturns(trx, staged, FOUND)
  await rejectInvalidRows(trx, selectReturnFaults(FOUND))
  const added = await dropKnownReturns(trx, FOUND)
  const closed = new Set<Month>()
  for (const value of (await findMonthsOfReturns(trx, FOUND)).map(month)) {
    if ((await lockMonth(trx, value)).closed) closed.add(value)
  }

  let last = 0
  for (;;) {
    const orders = await findReturnedOrders(trx, FOUND, last, SLICE)
    await bookInOpenMonth(
      trx,
      orders.filter((order) => !closed.has(month(order.month))),
    )
    for (const order of orders) if (closed.has(month(order.month))) await bookInClosedMonth(trx, order)
    const lastOrder = orders.at(-1)
    if (!lastOrder || orders.length < SLICE) return added
    last = lastOrder.id
  }
}

const toVolume = (cvCents: number, pv: number): Volume => ({ cvCents: cents(cvCents), pv: points(pv) })

/** Within its own month, an order counts with its remaining value (docs/plan §8.1). */
async function bookInOpenMonth(trx: Transaction, orders: readonly ReturnedOrder[]): Promise<void> {
  const booked: BookedReturn[] = []
  const remainingVolumes: RemainingVolume[] = []
  for (const order of orders) {
    for (const { back, taken, remaining } of planReversals(order)) {
      booked.push({ id: order.id, at: back.at, ...taken, moneyOnly: back.pv === null })
      remainingVolumes.push({ id: order.id, ...remaining })
    }
  }
  const last = new Map(remainingVolumes.map((remaining) => [remaining.id, remaining]))
  if (booked.length > 0) await insertReturns(trx, booked, [...last.values()])
}

/** An order of a closed month has lines that are reversed, one return after the other (docs/plan §8.2). */
async function bookInClosedMonth(trx: Transaction, order: ReturnedOrder): Promise<void> {
  for (const { back } of planReversals(order)) {
    const reversal = { kind: 'return' as const, cvCents: back.cvCents, pv: back.pv ?? undefined }
    const result = await reverseVolume(trx, {
      order: { orderNo: order.order_no },
      reversal,
      returnedAt: new Date(back.at),
    })
    if (!result.ok) throw new Error(`the return of order ${order.order_no} could not be booked`)
  }
}

/** The amount of each return, and the remaining value; an error of its row if it exceeds the remaining value. */
function* planReversals(order: ReturnedOrder) {
  const returns: Return[] = order.earlier.map(toReturn)
  let remaining = toVolume(order.remaining_cv_cents, order.remaining_pv)
  for (const back of order.now) {
    if (back.cvCents > remaining.cvCents) throw createRemainingError(order, back.line, 'cv')
    if ((back.pv ?? 0) > remaining.pv) throw createRemainingError(order, back.line, 'pv')
    returns.push(toReturn(back))
    const after = computeRemainingVolume(toVolume(order.cv_cents, order.pv), returns)
    const taken = { cvCents: remaining.cvCents - after.cvCents, pv: remaining.pv - after.pv }
    remaining = after
    yield { back, taken, remaining }
  }
}

const toReturn = ({ cvCents, pv }: { cvCents: number; pv: number | null }): Return => ({
  cvCents: cents(cvCents),
  pv: pv === null ? undefined : points(pv),
})

const createRemainingError = (order: ReturnedOrder, line: number, column: 'cv' | 'pv'): RowError =>
  new RowError(line, column, `The return exceeds what is left of order “${order.order_no}”.`)
