import type { Transaction } from '#server/platform/database/connection.ts'
import { addStock, subtractStock } from './stock.queries.ts'

/**
 * Takes ordered quantities out of the stock of products that the caller has locked. Untracked stock stays untracked.
 */
export async function takeStock(
  trx: Transaction,
  lines: readonly { product_id: number; quantity: number; stock: number | null }[],
): Promise<void> {
  const tracked = lines.filter((line) => line.stock !== null)
  if (tracked.length > 0) await subtractStock(trx, tracked)
}

/** Returns the quantities of a canceled order to stock. */
export async function returnStock(
  trx: Transaction,
  lines: readonly { product_id: number; quantity: number }[],
): Promise<void> {
  if (lines.length > 0) await addStock(trx, lines)
}
