import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { insertOpenAddresses, setFetching } from './import-picture.queries.ts'
import { lockImport } from './product-import.queries.ts'

/** Queues the fetch of all pictures that the import brought as addresses, also of those that failed before. */
export async function fetchImportPictures(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  id: number,
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<object, Refusal<'not_found' | 'stale' | 'unchanged'>>> {
  const run = await lockImport(trx, id)
  if (!run) return refuse({ code: 'not_found' })
  if ((run.state !== 'imported' && run.state !== 'failed') || run.fetches_pictures) return refuse({ code: 'stale' })
  const pictures = await insertOpenAddresses(trx, id)
  if (pictures === 0) return refuse({ code: 'unchanged' })
  await setFetching(trx, id, true, actor.staffId)
  await jobs.queue(trx, 'import_pictures', [{ import_id: id }])
  await recordAction(trx, actor, {
    action: 'products.picture_fetch_started',
    subject: { kind: 'shop', id: 'products' },
    after: { file: run.file_name, import: id, pictures },
  })
  return { ok: true }
}
