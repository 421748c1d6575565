import { setTimeout as sleep } from 'node:timers/promises'
import { deleteEmptyCategories } from '#server/catalog/categories/delete-empty-categories.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { inSlices } from '#server/platform/database/in-slices.ts'
import { refreshStatistics } from '#server/platform/database/refresh-statistics.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { findImportActor } from './find-import-actor.ts'
import { importNextSlice } from './import-next-slice.ts'
import { findLinesToImport } from './import-rows.queries.ts'
import { findImport, findOpenImports, type ImportRun, lockImport, setImportState } from './product-import.queries.ts'
import { readProductImport } from './read-product-import.ts'
import { findLinesToUndo } from './undo-import.queries.ts'
import { undoNextSlice } from './undo-next-slice.ts'

type JobServices = Pick<Services, 'db' | 'connection' | 'files' | 'config'>

/** Reads, imports and undoes product files; resumes at once what a restart interrupted. */
export async function workOnProductImports(services: JobServices & Pick<Services, 'jobs'>): Promise<void> {
  const { db, jobs } = services
  await jobs.work('product_import', ({ import_id }, _jobId, stopping) =>
    executeProductImport(services, import_id, stopping),
  )
  const open = await findOpenImports(db)
  if (open.length === 0) return
  await inTransaction(db, (trx) =>
    jobs.queue(
      trx,
      'product_import',
      open.map((import_id) => ({ import_id })),
    ),
  )
}

/** Carries out the step that the state of the import asks for. */
export async function executeProductImport(services: JobServices, id: number, stopping?: AbortSignal): Promise<void> {
  const { db } = services
  const run = await findImport(db, id)
  if (!run || !['reading', 'importing', 'undoing'].includes(run.state)) return
  try {
    const actor = await findImportActor(services, run)
    if (!actor) await inTransaction(db, (trx) => setImportState(trx, id, { state: 'failed' }))
    else if (run.state === 'reading') await readProductImport(services, run, stopping)
    else if (run.state === 'importing') await importProducts(services, run, actor, stopping)
    else await undoImport(services, run, actor, stopping)
  } catch (error) {
    await inTransaction(db, (trx) => setImportState(trx, id, { state: 'failed' }))
    throw error
  }
}

/** Works in short transactions, and pauses as long as each of them took, because requests take precedence. */
async function workInSlices(
  { connection, db }: JobServices,
  lines: readonly number[],
  stopping: AbortSignal | undefined,
  work: (trx: Parameters<Parameters<typeof inTransaction>[1]>[0], lines: readonly number[]) => Promise<void>,
): Promise<void> {
  await inSlices(connection.engine, lines, async (slice) => {
    if (stopping?.aborted) return
    const startedAt = performance.now()
    await inTransaction(db, (trx) => work(trx, slice))
    if (connection.engine === 'postgres') await sleep(performance.now() - startedAt)
  })
}

async function importProducts(
  services: JobServices,
  { id, last_line: after, updates_stock: updatesStock, file_name: file }: ImportRun,
  actor: Actor,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { db } = services
  const lines = await findLinesToImport(db, id, { after, updatesStock })
  await workInSlices(services, lines, stopping, (trx, slice) => importNextSlice(trx, actor, id, slice))
  if (stopping?.aborted) return
  await refreshStatistics(services.connection, ['products'], lines.length)
  await inTransaction(db, async (trx) => {
    const run = await lockImport(trx, id)
    if (run?.state !== 'importing') return
    await setImportState(trx, id, { state: 'imported' })
    await recordAction(trx, actor, {
      action: 'products.imported',
      subject: { kind: 'shop', id: 'products' },
      after: { file, import: id, added: run.added, updated: run.changed, skipped: run.skipped },
    })
  })
}

async function undoImport(
  services: JobServices,
  { id, category_ids: categoryIds, file_name: file }: ImportRun,
  actor: Actor,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const { db } = services
  const lines = await findLinesToUndo(db, id)
  await workInSlices(services, lines, stopping, (trx, slice) => undoNextSlice(trx, actor, id, slice))
  if (stopping?.aborted) return
  await inTransaction(db, (trx) => deleteEmptyCategories(trx, actor, categoryIds))
  await inTransaction(db, async (trx) => {
    const run = await lockImport(trx, id)
    if (run?.state !== 'undoing') return
    await setImportState(trx, id, { state: 'undone' })
    await recordAction(trx, actor, {
      action: 'products.import_undone',
      subject: { kind: 'shop', id: 'products' },
      after: { file, import: id, products: run.added + run.changed },
    })
  })
}
