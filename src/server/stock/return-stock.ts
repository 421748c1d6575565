import { restockAllocations } from '#domain/stock/restock-allocations.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { findOutstanding, insertReturns, lockProducts, type Outstanding } from './order-stock.queries.ts'

/** Pieces returned to stock, by line and product. */
export type ReturnedStock = { position: number; productId: number; quantity: number }

/**
 * Returns stock allocated to lines of an order by reversing exactly those movements: goods that were not handed over
 * (`cancel`), or were returned and marked for restocking (`return`). Without `lines`, everything outstanding. Pieces
 * that were not taken, because stock was not tracked then, are not returned; nothing is returned twice. Pieces that a
 * package took while it had stock of its own are written off immediately, since it no longer has any. The caller has
 * locked the order.
 */
export async function returnStock(
  trx: Transaction,
  actor: Actor,
  input: {
    orderId: OrderId
    kind: 'cancel' | 'return'
    /** Pieces of the line. */
    lines?: readonly { position: number; quantity: number }[]
    reason?: string | undefined
    /** Time of the movement, for a backdated shop; defaults to now. */
    at?: Date | undefined
  },
): Promise<ReturnedStock[]> {
  const outstanding = await findOutstanding(trx, input.orderId)
  const quantities = input.lines && new Map(input.lines.map(({ position, quantity }) => [position, quantity]))
  const returned = [...groupByPosition(outstanding)].flatMap(([position, movements]) =>
    planReversals(movements, quantities ? (quantities.get(position) ?? 0) : Number.POSITIVE_INFINITY),
  )
  if (returned.length === 0) return []
  await lockProducts(
    trx,
    returned.map(({ productId }) => productId),
  )
  const { kind, reason, at } = input
  await insertReturns(trx, { kind, reason, at, madeBy: formatActorName(actor), returns: returned })
  return returned.map(({ position, productId, quantity }) => ({ position, productId, quantity }))
}

function groupByPosition(outstanding: readonly Outstanding[]): Map<number, Outstanding[]> {
  const lines = new Map<number, Outstanding[]>()
  for (const movement of outstanding) {
    const line = lines.get(movement.line_position)
    if (line) line.push(movement)
    else lines.set(movement.line_position, [movement])
  }
  return lines
}

/** All products of an allocation are reversed by the same number of pieces. */
function planReversals(movements: readonly Outstanding[], quantity: number) {
  const allocations = new Map(movements.map(({ allocation, outstanding }) => [allocation, { allocation, outstanding }]))
  const restocked = restockAllocations([...allocations.values()], quantity)
  return movements.flatMap((movement) => {
    const lineQuantity = Math.min(restocked.get(movement.allocation) ?? 0, movement.outstanding)
    if (lineQuantity === 0) return []
    return [
      {
        reverses: movement.id,
        position: movement.line_position,
        productId: movement.product_id,
        lineQuantity,
        quantity: lineQuantity * movement.per_piece,
      },
    ]
  })
}
