import { changeIndex, emptyIndex, type OpenOrder, type OrderIndex } from '#domain/notice/match-notice.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findOpenBalances, findPayers, type OpenBalance } from './notice.queries.ts'

type KnownOrder = OpenOrder & OpenBalance
type Cached = { index: OrderIndex; orders: ReadonlyMap<number, KnownOrder> }

/** Of each database, the open orders at the last look. */
const cached = new WeakMap<Database | Transaction, Cached>()

/**
 * The open orders by what a notice may name of them, as they are now: every balance is read, and whoever may pay of those
 * orders that have changed since the last look. To be used before anything else is awaited: the next look changes it.
 */
export async function readOrderIndex(db: Database | Transaction): Promise<OrderIndex> {
  const { balances, latest } = await findOpenBalances(db)
  const before = cached.get(db)?.orders
  const changed = balances.filter((open) => !isSame(open, before?.get(open.id)))
  const payers =
    changed.length === 0
      ? []
      : await findPayers(
          db,
          changed.map(({ id }) => id),
        )
  const payersOf = new Map(payers.map((found) => [found.id, found]))
  const orders = new Map<number, KnownOrder>()
  for (const open of balances) {
    const found = payersOf.get(open.id)
    const order = found ? { ...found, ...open } : before?.get(open.id)
    if (order) orders.set(open.id, order)
  }
  // Somebody else may have looked meanwhile: the index is brought from what it is to what was read here.
  const { index, orders: known } = cached.get(db) ?? { index: emptyIndex(), orders: new Map<number, KnownOrder>() }
  changeIndex(index, {
    put: [...orders.values()].filter((order) => !isSame(order, known.get(order.id))),
    removed: [...known.keys()].filter((id) => !orders.has(id)),
    latest,
  })
  cached.set(db, { index, orders })
  return index
}

const isSame = (open: OpenBalance, known: OpenBalance | undefined): boolean =>
  known?.mark === open.mark && known.balanceCents === open.balanceCents
