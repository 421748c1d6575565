import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { insertAdjustment, lockStock } from './stock.queries.ts'

/** A manual stock adjustment by staff; each is a movement (docs/back-office §3). */
export type StockAdjustment = {
  productId: number
  /**
   * `receipt` adds a supplier's delivery, `damage` removes unsellable pieces, `correction` adds or removes (negative),
   * `count` sets the stock on hand and starts tracking a product that was not tracked.
   */
  kind: 'receipt' | 'count' | 'correction' | 'damage'
  /** Pieces. */
  quantity: number
  reason: string
  /** Version of the stock that the user saw. Detects a repeated count or receipt, and a sale in between. */
  expectedVersion?: string | undefined
}

export type StockRefusal =
  | { code: 'not_found' }
  /** A package with contents: only its components are tracked. */
  | { code: 'package_with_contents' }
  /** It must be counted first. */
  | { code: 'not_counted' }
  | { code: 'not_enough_stock'; onHand: number }
  | { code: 'quantity_out_of_range' }
  | { code: 'reason_required' }
  /** Changed by a colleague, an order, or an earlier submission of the same form. */
  | { code: 'stale' }

const actions = {
  receipt: 'stock.received',
  count: 'stock.counted',
  correction: 'stock.corrected',
  damage: 'stock.damaged',
} as const satisfies Record<StockAdjustment['kind'], string>

/** Upper limit that keeps sums within an integer. */
const MAX_PIECES = 1_000_000_000

/** Books a stock movement. Returns the stock on hand in pieces, before (null: not tracked) and after. */
export async function adjustStock(
  trx: Transaction,
  actor: Actor,
  { productId, kind, quantity, reason: input, expectedVersion }: StockAdjustment,
): Promise<Result<{ before: number | null; onHand: number }, StockRefusal>> {
  const reason = input.trim()
  if (reason === '') return refuse({ code: 'reason_required' })
  if (!isPossible(kind, quantity)) return refuse({ code: 'quantity_out_of_range' })
  const product = await lockStock(trx, productId)
  if (!product) return refuse({ code: 'not_found' })
  if (product.has_contents) return refuse({ code: 'package_with_contents' })
  if (expectedVersion !== undefined && expectedVersion !== product.version) return refuse({ code: 'stale' })
  if (product.stock === null && kind !== 'count') return refuse({ code: 'not_counted' })

  const change = kind === 'count' ? quantity - product.moved : kind === 'damage' ? -quantity : quantity
  const onHand = product.moved + change
  if (onHand < 0) return refuse({ code: 'not_enough_stock', onHand: product.moved })
  if (onHand > MAX_PIECES) return refuse({ code: 'quantity_out_of_range' })
  await insertAdjustment(trx, { productId, kind, quantity: change, reason, madeBy: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: actions[kind],
    subject: { kind: 'product', id: productId },
    before: { stock: product.stock },
    after: { stock: onHand },
    reason,
  })
  return { ok: true, before: product.stock, onHand }
}

function isPossible(kind: StockAdjustment['kind'], quantity: number): boolean {
  if (!Number.isSafeInteger(quantity) || Math.abs(quantity) > MAX_PIECES) return false
  if (kind === 'correction') return quantity !== 0
  return kind === 'count' ? quantity >= 0 : quantity > 0
}
