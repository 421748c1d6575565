import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { deleteImport, lockImport } from './product-import.queries.ts'

/** Deletes an import that has changed no product. Returns its file, which the caller deletes. */
export async function discardProductImport(
  trx: Transaction,
  actor: Actor,
  id: number,
): Promise<Result<{ file: string | null }, Refusal<'not_found' | 'stale'>>> {
  const run = await lockImport(trx, id)
  if (!run) return refuse({ code: 'not_found' })
  const hasChanged = run.added + run.changed > 0
  if (hasChanged || !['ready', 'refused', 'failed'].includes(run.state)) return refuse({ code: 'stale' })
  await deleteImport(trx, id)
  await recordAction(trx, actor, {
    action: 'products.import_discarded',
    subject: { kind: 'shop', id: 'products' },
    before: { file: run.file_name, import: id },
  })
  return { ok: true, file: run.file }
}
