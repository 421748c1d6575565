import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { type AllocatedLine, allocateStock } from './allocate-stock.ts'
import { lockMovedProducts } from './order-stock.queries.ts'
import { returnStock } from './return-stock.ts'

/**
 * Adjusts stock for an edited order: returns removed pieces and allocates added ones, even of the same component.
 * The caller has locked the order. Locks all products first, in ID order, so that two edits that swap the same two
 * products do not deadlock.
 */
export async function moveStock(
  trx: Transaction,
  actor: Actor,
  changes: {
    orderId: OrderId
    lowered: readonly { position: number; quantity: number }[]
    raised: readonly AllocatedLine[]
    reason: string
  },
): Promise<Result<NoValue, { code: 'not_available'; productName: string; remaining: number }>> {
  const { orderId, lowered, raised, reason } = changes
  await lockMovedProducts(trx, orderId, { lowered, raised })
  if (lowered.length > 0) await returnStock(trx, actor, { orderId, kind: 'cancel', lines: lowered, reason })
  const allocated = await allocateStock(trx, actor, { orderId, lines: raised })
  return allocated.ok ? allocated : refuse(allocated.refusal)
}
