import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { deleteProduct } from './delete-product.ts'
import { saveProducts } from './save-products.ts'

/** Deletes a product that nothing refers to, and archives any other. Returns whether it was deleted. */
export async function archiveOrDelete(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion }: { id: number; expectedVersion: number },
  options: Pick<Parameters<typeof saveProducts>[3], 'source' | 'fileName'>,
): Promise<boolean> {
  const deleted = await deleteProduct(trx, actor, { id, expectedVersion })
  if (deleted.ok) return true
  if (deleted.refusal.code !== 'has_orders') throw new Error(`product ${id}: ${deleted.refusal.code}`)
  const edit = { id, expectedVersion, changes: { status: 'archived' } } as const
  const saved = await saveProducts(trx, actor, [edit], { ...options, isConfirmed: true })
  if (!saved.ok) throw new Error(`product ${id}: ${saved.refusal.refusals[0]?.code}`)
  return false
}
