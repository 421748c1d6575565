import {
  createEmptyIndex,
  type OpenOrder,
  type OrderIndex,
  updateIndex,
} from '#domain/bank-transactions/match-transaction.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findOpenRowVersions, findPayable, parseRowVersions } from './notice.queries.ts'

/** `open` is the order's amount due when its row had this mark or a later one; undefined if there was none. */
type KnownOrder = { mark: string; open: OpenOrder | undefined }
type CachedIndex = { index: OrderIndex; marks: string; orders: ReadonlyMap<number, KnownOrder> }

/** Open orders of each database at the last read. */
const cached = new WeakMap<Database | Transaction, CachedIndex>()

/**
 * Indexes the open orders by what a bank transaction may name. Reads the mark of every row, and only the orders whose
 * mark has changed since the last read. Use the result before awaiting anything else, because the next read mutates it.
 */
export async function readOrderIndex(db: Database | Transaction): Promise<OrderIndex> {
  const { marks, latest } = await findOpenRowVersions(db)
  const before = cached.get(db)
  if (before?.marks === marks) {
    updateIndex(before.index, { put: [], removed: [], latest })
    return before.index
  }
  const orders = new Map<number, KnownOrder>()
  const changed = new Map<number, string>()
  for (const [id, mark] of parseRowVersions(marks)) {
    const known = before?.orders.get(id)
    if (known?.mark === mark) orders.set(id, known)
    else changed.set(id, mark)
  }
  const read = changed.size === 0 ? [] : await findPayable(db, [...changed.keys()])
  for (const order of read) {
    const mark = changed.get(order.id) as string
    orders.set(order.id, { mark, open: order.balanceCents > 0 ? order : undefined })
  }
  // Another read may have finished in the meantime, so the update starts from the present index.
  const { index, orders: known } = cached.get(db) ?? {
    index: createEmptyIndex(),
    orders: new Map<number, KnownOrder>(),
  }
  updateIndex(index, {
    put: [...orders].flatMap(([id, order]) => (order.open && known.get(id) !== order ? [order.open] : [])),
    removed: [...known.keys()].filter((id) => !orders.get(id)?.open),
    latest,
  })
  cached.set(db, { index, marks, orders })
  return index
}
