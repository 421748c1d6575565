import type { ProductSelection } from '#contract/catalog/bulk-changes.ts'
import type { BulkChange } from '#domain/catalog/bulk-change.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { buildSelectionConditions, findSelected, insertBulkRun } from './bulk-change.queries.ts'
import { selectionVersion } from './bulk-selection.ts'

export type StartBulkChangeInput = {
  selection: ProductSelection
  change: BulkChange
  isConfirmed: boolean
  /** Version of the previewed selection. */
  expectedVersion: string
  lowStockBelow: number
}

/** Queues a bulk change of the products that were previewed; one at a time. */
export async function startBulkChange(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  { selection, change, isConfirmed, expectedVersion, lowStockBelow }: StartBulkChangeInput,
  { jobs }: { jobs: Pick<Jobs, 'queue'> },
): Promise<Result<{ runId: number }, Refusal<'stale' | 'unchanged' | 'bulk_change_running'>>> {
  const selected = await findSelected(trx, buildSelectionConditions(selection, lowStockBelow))
  if (selectionVersion(selected) !== expectedVersion) return refuse({ code: 'stale' })
  if (selected.ids.length === 0) return refuse({ code: 'unchanged' })
  const runId = await insertBulkRun(trx, { change, isConfirmed, selected, by: actor.email, byId: actor.staffId })
  if (runId === undefined) return refuse({ code: 'bulk_change_running' })
  await jobs.queue(trx, 'product_bulk', [{ run_id: runId }])
  await recordAction(trx, actor, {
    action: 'products.bulk_change_started',
    subject: { kind: 'shop', id: 'products' },
    after: { ...change, products: selected.ids.length },
  })
  return { ok: true, runId }
}
