import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockImport, setImportState } from './product-import.queries.ts'
import { findChangedSince, findLinesToUndo } from './undo-import.queries.ts'

const MAX_NAMED = 5

export type ChangedSince = { code: 'changed_since_import'; count: number; names: string[] }

/** Queues the undo of a whole import. Refuses if something else has changed one of its products since. */
export async function undoProductImport(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  id: number,
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<object, Refusal<'not_found' | 'stale'> | ChangedSince>> {
  const run = await lockImport(trx, id)
  if (!run) return refuse({ code: 'not_found' })
  if ((run.state !== 'imported' && run.state !== 'failed') || run.fetches_pictures) return refuse({ code: 'stale' })
  const { count, names } = await findChangedSince(trx, id, MAX_NAMED)
  if (count > 0) return refuse({ code: 'changed_since_import', count, names })
  const lines = await findLinesToUndo(trx, id)
  await setImportState(trx, id, { state: 'undoing', total: lines.length, byId: actor.staffId })
  await jobs.queue(trx, 'product_import', [{ import_id: id }])
  await recordAction(trx, actor, {
    action: 'products.import_undo_started',
    subject: { kind: 'shop', id: 'products' },
    after: { file: run.file_name, import: id, products: lines.length },
  })
  return { ok: true }
}
