import {
  createEmptyIndex,
  type OpenOrder,
  type OrderIndex,
  updateIndex,
} from '#domain/bank-transactions/match-transaction.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findOpenRowVersions, findPayable, parseRowVersions } from './bank-transaction.queries.ts'

/** `open` is the order's amount due when its row had this mark or a later one; undefined if there was none. */
type KnownOrder = { mark: string; open: OpenOrder | undefined }
type CachedIndex = { index: OrderIndex; marks: string; orders: ReadonlyMap<number, KnownOrder> }

/** Open orders of each database at the last read. */
const cachedIndexes = new WeakMap<Database | Transaction, CachedIndex>()

/**
 * Indexes the open orders by what a bank transaction may name. Reads the mark of every row, and only the orders whose
 * mark has changed since the last read. Use the result before awaiting anything else, because the next read mutates it.
 */
export async function readOrderIndex(db: Database | Transaction): Promise<OrderIndex> {
  const { marks, latest } = await findOpenRowVersions(db)
  const previous = cachedIndexes.get(db)
  if (previous?.marks === marks) {
    updateIndex(previous.index, { put: [], removed: [], latest })
    return previous.index
  }
  const orders = new Map<number, KnownOrder>()
  const changedMarks = new Map<number, string>()
  for (const [id, mark] of parseRowVersions(marks)) {
    const known = previous?.orders.get(id)
    if (known?.mark === mark) orders.set(id, known)
    else changedMarks.set(id, mark)
  }
  const payable = changedMarks.size === 0 ? [] : await findPayable(db, [...changedMarks.keys()])
  for (const order of payable) {
    const mark = changedMarks.get(order.id) as string
    orders.set(order.id, { mark, open: order.balanceCents > 0 ? order : undefined })
  }
  // Another read may have finished in the meantime, so the update starts from the present index.
  const { index, orders: known } = cachedIndexes.get(db) ?? {
    index: createEmptyIndex(),
    orders: new Map<number, KnownOrder>(),
  }
  updateIndex(index, {
    put: [...orders].flatMap(([id, order]) => (order.open && known.get(id) !== order ? [order.open] : [])),
    removed: [...known.keys()].filter((id) => !orders.get(id)?.open),
    latest,
  })
  cachedIndexes.set(db, { index, marks, orders })
  return index
}
