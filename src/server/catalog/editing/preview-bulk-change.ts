import type { ProductSelection } from '#contract/catalog/bulk-changes.ts'
import { type BulkChange, type BulkFacts, planBulkChange } from '#domain/catalog/bulk-change.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type BulkFactsRow,
  buildSelectionConditions,
  findBulkFacts,
  findSelected,
  type RefusedProduct,
} from './bulk-change.queries.ts'
import { selectionVersion } from './bulk-selection.ts'

const PAGE = 500
/** Products read at once: an event loop turn between slices lets other requests through. */
const SLICE = 2000
const MAX_NAMED_REFUSALS = 100

export type PlannedProduct = BulkFactsRow & { changes: Partial<BulkFacts> }
export type BulkPreview = {
  version: string
  total: number
  unchanged: number
  changed: number
  refused: number
  refusals: RefusedProduct[]
  rows: PlannedProduct[]
  next: number | null
}

/** Computes a bulk change without writing anything. Counts are of the products after `after`. */
export async function previewBulkChange(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  {
    selection,
    change,
    isConfirmed,
    after = 0,
  }: { selection: ProductSelection; change: BulkChange; isConfirmed: boolean; after?: number | undefined },
): Promise<BulkPreview> {
  const selected = await findSelected(db, buildSelectionConditions(selection, settings.get('low_stock_below')))
  const ids = selected.ids.filter((id) => id > after)
  const preview: BulkPreview = {
    // Computed before the products are read, so that a change in between makes the preview outdated.
    version: selectionVersion(selected),
    total: selected.ids.length,
    ...{ unchanged: 0, changed: 0, refused: 0, refusals: [], rows: [], next: null },
  }
  for (let start = 0; start < ids.length; start += SLICE) {
    for (const facts of await findBulkFacts(db, ids.slice(start, start + SLICE))) {
      addToPreview(preview, facts, planBulkChange(facts, change, { isConfirmed }))
    }
  }
  return preview
}

function addToPreview(preview: BulkPreview, facts: BulkFactsRow, planned: ReturnType<typeof planBulkChange>): void {
  if (!planned.ok) {
    preview.refused++
    if (preview.refusals.length < MAX_NAMED_REFUSALS) {
      preview.refusals.push({ product_id: facts.id, name: facts.name, code: planned.refusal.code })
    }
  } else if (Object.keys(planned.changes).length === 0) preview.unchanged++
  else {
    preview.changed++
    if (preview.rows.length < PAGE) preview.rows.push({ ...facts, changes: planned.changes })
    else preview.next ??= preview.rows.at(-1)?.id ?? null
  }
}
