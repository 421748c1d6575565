import { changeIndex, emptyIndex, type OpenOrder, type OrderIndex } from '#domain/notice/match-notice.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findOpenMarks, findPayable, readMarks } from './notice.queries.ts'

/** `open` is what was to be paid of it when its row had this mark or a later one; undefined if nothing was. */
type KnownOrder = { mark: string; open: OpenOrder | undefined }
type Cached = { index: OrderIndex; marks: string; orders: ReadonlyMap<number, KnownOrder> }

/** Of each database, the open orders at the last look. */
const cached = new WeakMap<Database | Transaction, Cached>()

/**
 * The open orders by what a notice may name of them, as they are now: the mark of every row is read, and the order itself
 * where that has changed since the last look. To be used before anything else is awaited: the next look changes it.
 */
export async function readOrderIndex(db: Database | Transaction): Promise<OrderIndex> {
  const { marks, latest } = await findOpenMarks(db)
  const before = cached.get(db)
  if (before?.marks === marks) {
    changeIndex(before.index, { put: [], removed: [], latest })
    return before.index
  }
  const orders = new Map<number, KnownOrder>()
  const changed = new Map<number, string>()
  for (const [id, mark] of readMarks(marks)) {
    const known = before?.orders.get(id)
    if (known?.mark === mark) orders.set(id, known)
    else changed.set(id, mark)
  }
  const read = changed.size === 0 ? [] : await findPayable(db, [...changed.keys()])
  for (const order of read) {
    const mark = changed.get(order.id) as string
    orders.set(order.id, { mark, open: order.balanceCents > 0 ? order : undefined })
  }
  // Somebody else may have looked meanwhile: the index is brought from what it is to what was read here.
  const { index, orders: known } = cached.get(db) ?? { index: emptyIndex(), orders: new Map<number, KnownOrder>() }
  changeIndex(index, {
    put: [...orders].flatMap(([id, order]) => (order.open && known.get(id) !== order ? [order.open] : [])),
    removed: [...known.keys()].filter((id) => !orders.get(id)?.open),
    latest,
  })
  cached.set(db, { index, marks, orders })
  return index
}
