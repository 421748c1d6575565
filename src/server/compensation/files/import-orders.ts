import { month } from '#domain/calendar/month.ts'
import type { Result } from '#domain/result.ts'
import { bulkChange } from '#server/network/bulk-change.ts'
import { type ImportOptions, type ImportRefusal, importFile } from '#server/platform/csv/import-file.ts'
import { rejectInvalidRows } from '#server/platform/csv/reject-invalid-rows.ts'
import { insertInBulk } from '#server/platform/database/bulk-insert.ts'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import { refreshStatistics } from '#server/platform/database/refresh-statistics.ts'
import { lockMonth } from '../close/month.queries.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import {
  dropRepeatedOrders,
  findRepeatedOrders,
  selectCancellationFaults,
  selectChangedOrderFaults,
  selectClosedMonthFaults,
  selectRepeatedOrderFaults,
  selectUnknownMemberFaults,
} from './order-faults.queries.ts'
import {
  cancelInOpenMonths,
  findCanceledInClosedMonths,
  findMonths,
  findOrders,
  insertOrders,
  lockOrders,
} from './order-merge.queries.ts'
import { orderFile } from './order-row.ts'

export type ImportedOrders = Result<{ added: number; canceled: number; unchanged: number }, ImportRefusal>

const FOUND = 'found_orders'

/**
 * Imports orders from an older system (docs/product §11.8): known orders with equal figures stay unchanged, a new
 * cancellation reverses them, and any other difference is an error. A closed month never gets new orders.
 */
export const importOrders = (connection: Connection, options: ImportOptions): Promise<ImportedOrders> =>
  importFile(connection, orderFile, options, async (dedicated, { table, rows }) => {
    const { added, canceled, changed } = await bulkChange(
      dedicated,
      async (trx) => {
        const { added, canceled, changed } = await mergeOrders(trx, table)
        await options.onMerged?.(trx, { added, canceled })
        return { added, canceled, changed }
      },
      (counts) => counts.changed > 0,
    )
    await refreshStatistics(dedicated, ['counted_orders', 'order_returns', 'point_entries'], changed)
    return { added, canceled, unchanged: rows - changed }
  })

async function mergeOrders(trx: Transaction, staged: string) {
  await lockOrders(trx)
  if (await findRepeatedOrders(trx, staged)) {
    await rejectInvalidRows(trx, [selectRepeatedOrderFaults(staged)])
    await dropRepeatedOrders(trx, staged)
  }
  const added = await findOrders(trx, staged, FOUND)
  // In chronological order, like all code that locks several months.
  for (const value of await findMonths(trx, FOUND)) await lockMonth(trx, month(value))
  await rejectInvalidRows(trx, [
    selectUnknownMemberFaults(FOUND),
    selectClosedMonthFaults(FOUND),
    selectChangedOrderFaults(FOUND),
    selectCancellationFaults(FOUND),
  ])

  const canceledInOpen = await insertInBulk(trx, added, ['counted_orders', 'point_entries'], async () => {
    await insertOrders(trx, FOUND)
    return cancelInOpenMonths(trx, FOUND)
  })
  const canceledInClosed = await findCanceledInClosedMonths(trx, FOUND)
  for (const { order_no, canceled_at } of canceledInClosed) {
    const booked = await reverseVolume(trx, {
      order: { orderNo: order_no },
      reversal: { kind: 'cancellation' },
      returnedAt: canceled_at,
    })
    if (!booked.ok) throw new Error(`order ${order_no} could not be canceled`)
  }
  return {
    added,
    canceled: canceledInOpen.canceled + canceledInClosed.length,
    changed: added + canceledInOpen.known + canceledInClosed.length,
  }
}
