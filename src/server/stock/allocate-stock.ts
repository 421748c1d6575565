import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { calculateAvailability, type StockDraw } from '#domain/stock/availability.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { insertConsumption, lockDraws } from './order-stock.queries.ts'

/** A line of an order, by its position, with the stock that one piece takes. */
export type ConsumingLine = { position: number; quantity: number; draws: readonly StockDraw[] }

/**
 * Books the stock that an order's lines take: one movement per tracked product, in one statement. The caller has locked
 * the products, checked the stock and written the order.
 */
export async function consumeStock(
  trx: Transaction,
  actor: Actor,
  { orderId, lines }: { orderId: OrderId; lines: readonly ConsumingLine[] },
): Promise<void> {
  const consumption = lines.flatMap(({ position, quantity, draws }) =>
    draws.map((draw) => ({ position, lineQuantity: quantity, productId: draw.productId, perPiece: draw.quantity })),
  )
  if (consumption.length > 0) await insertConsumption(trx, { orderId, madeBy: formatActorName(actor), consumption })
}

/** Ordered pieces of a product. */
export type AllocatedLine = { position: number; productId: number; quantity: number }

/**
 * Takes stock for an existing order: for pieces added by an edit, a staff order, or all of a reinstated one, based on
 * the current contents of packages. The caller has locked the order; locks the products in ID order. Refuses if there
 * is too little, without allocating anything.
 */
export async function allocateStock(
  trx: Transaction,
  actor: Actor,
  { orderId, lines }: { orderId: OrderId; lines: readonly AllocatedLine[] },
): Promise<Result<NoValue, StockRefusal>> {
  if (lines.length === 0) return { ok: true }
  const stock = await lockStock(trx, lines)
  if (!stock.ok) return stock
  await consumeStock(trx, actor, { orderId, lines: stock.lines })
  return { ok: true }
}

export type StockRefusal = { code: 'not_available'; productName: string; remaining: number }

/**
 * Computes the stock that lines take, with their products locked in ID order until the transaction ends. Refuses if
 * there is too little.
 */
export async function lockStock(
  trx: Transaction,
  lines: readonly AllocatedLine[],
): Promise<Result<{ lines: readonly ConsumingLine[] }, StockRefusal>> {
  const lockedLines = await lockDraws(trx, lines)
  const available = calculateAvailability(lockedLines)
  const shortIndex = lockedLines.findIndex(({ quantity }, index) => (available[index] ?? quantity) < quantity)
  const line = lockedLines[shortIndex]
  if (line) return refuse({ code: 'not_available', productName: line.name, remaining: available[shortIndex] ?? 0 })
  return { ok: true, lines: lockedLines }
}
