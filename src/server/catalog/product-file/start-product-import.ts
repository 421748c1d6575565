import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { findLinesToImport, findStaleLines } from './import-rows.queries.ts'
import { lockImport, setImportState } from './product-import.queries.ts'

export type StartProductImportInput = {
  id: number
  /** The comparison that staff saw. */
  expectedVersion: string
  updatesStock: boolean
  /** Whether active products may become free. */
  isConfirmed: boolean
}

/** Queues an import that was previewed. Refuses if a product has changed since. */
export async function startProductImport(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  { id, expectedVersion, updatesStock, isConfirmed }: StartProductImportInput,
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<object, Refusal<'not_found' | 'stale' | 'unchanged' | 'confirmation_required'>>> {
  const run = await lockImport(trx, id)
  if (!run) return refuse({ code: 'not_found' })
  if (run.state !== 'ready' || String(run.comparison) !== expectedVersion) return refuse({ code: 'stale' })
  if ((await findStaleLines(trx, id, 1)).length > 0) return refuse({ code: 'stale' })
  const lines = await findLinesToImport(trx, id, { after: 0, updatesStock })
  if (lines.length === 0) return refuse({ code: 'unchanged' })
  if ((run.counts.notes?.becomes_free ?? 0) > 0 && !isConfirmed) return refuse({ code: 'confirmation_required' })
  await setImportState(trx, id, {
    ...{ state: 'importing', total: lines.length, byId: actor.staffId },
    choices: { updatesStock, isConfirmed },
  })
  await jobs.queue(trx, 'product_import', [{ import_id: id }])
  await recordAction(trx, actor, {
    action: 'products.import_started',
    subject: { kind: 'shop', id: 'products' },
    after: { file: run.file_name, import: id, products: lines.length, update_stock: updatesStock },
  })
  return { ok: true }
}
