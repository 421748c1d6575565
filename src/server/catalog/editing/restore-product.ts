import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type ProductRefusal, saveProducts } from './save-products.ts'
import { findVersion } from './version.queries.ts'

type Restoring = { id: number; version: number; expectedVersion: number; isConfirmed?: boolean | undefined }

/** Saves a former version again, as a new one. Nothing but the handle can be taken by another product since. */
export async function restoreProduct(
  trx: Transaction,
  actor: Actor,
  { id, version, expectedVersion, isConfirmed }: Restoring,
): Promise<Result<{ version: number }, ProductRefusal | Refusal<'version_not_found'>>> {
  const content = await findVersion(trx, id, version)
  if (!content) return refuse({ code: 'version_not_found' })
  const result = await saveProducts(trx, actor, [{ id, expectedVersion, changes: content }], {
    source: 'restore',
    isConfirmed,
    reason: `Version ${version} restored`,
  })
  if (result.ok) return { ok: true, version: result.saved[0]?.version ?? expectedVersion }
  const [refusal] = result.refusal.refusals
  if (!refusal) throw new Error('refused without a reason')
  return refuse(refusal)
}
