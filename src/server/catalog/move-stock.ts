import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { lockMoved } from './order-stock.queries.ts'
import { returnStock } from './return-stock.ts'
import { type AllocatedLine, allocateStock } from './take-stock.ts'

/**
 * Moves the stock of an order that is edited: what its lines have less goes back, and what they have more is taken, of
 * the same component if need be. The caller has locked the order. All products are locked first, by id: of two edits
 * that swap the same two, neither waits for the other in vain.
 */
export async function moveStock(
  trx: Transaction,
  actor: Actor,
  moved: {
    orderId: OrderId
    lowered: readonly { position: number; quantity: number }[]
    raised: readonly AllocatedLine[]
    reason: string
  },
): Promise<Result<Done, { code: 'not_available'; productName: string; remaining: number }>> {
  const { orderId, lowered, raised, reason } = moved
  await lockMoved(trx, orderId, { lowered, raised })
  if (lowered.length > 0) await returnStock(trx, actor, { orderId, kind: 'cancel', lines: lowered, reason })
  const taken = await allocateStock(trx, actor, { orderId, lines: raised })
  return taken.ok ? taken : refuse(taken.refusal)
}
