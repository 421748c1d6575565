import { planBulkChange } from '#domain/catalog/bulk-change.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { endBulkRun, lockNextSlice, type RefusedProduct, recordSlice } from './bulk-change.queries.ts'
import { lockContents } from './content.queries.ts'
import { type ProductEdit, saveProducts } from './save-products.ts'

/** Short enough that requests hardly wait for the locks, or for the embedded engine. */
const SLICE = 100

/**
 * Carries out the next slice of a bulk change, and returns whether there is another one. The run's row counts the
 * products in the same transaction, so that each is changed once, however often the job is interrupted.
 */
export async function changeNextSlice(trx: Transaction, actor: Actor, runId: number): Promise<boolean> {
  const slice = await lockNextSlice(trx, runId, SLICE)
  if (!slice) return false
  const contents = await lockContents(trx, slice.ids)
  const refusals: RefusedProduct[] = []
  const edits: ProductEdit[] = []
  const refuseProduct = (id: number, code: RefusedProduct['code']) =>
    refusals.push({ product_id: id, name: contents.get(id)?.content.name ?? '', code })
  for (const [index, id] of slice.ids.entries()) {
    const product = contents.get(id)
    if (!product) refuseProduct(id, 'not_found')
    else if (product.version !== slice.versions[index]) refuseProduct(id, 'stale')
    else {
      const planned = planBulkChange(product.content, slice.change, { isConfirmed: slice.confirmed })
      if (planned.ok) edits.push({ id, changes: planned.changes })
      else refuseProduct(id, planned.refusal.code)
    }
  }
  const options = { source: 'bulk', isConfirmed: slice.confirmed } as const
  let saved = await saveProducts(trx, actor, edits, options)
  if (!saved.ok) {
    // Nothing was written: the others are saved without the refused ones.
    const refusedEdits = new Map(saved.refusal.refusals.map(({ index, code }) => [index, code]))
    for (const [index, code] of refusedEdits) refuseProduct(edits[index]?.id ?? 0, code)
    saved = await saveProducts(
      trx,
      actor,
      edits.filter((_, index) => !refusedEdits.has(index)),
      options,
    )
    if (!saved.ok) throw new Error('a slice was refused twice')
  }
  const changed = saved.saved.filter((product) => product.changed.length > 0).length
  await recordSlice(trx, runId, { handled: slice.ids.length, changed, refusals })
  const isLast = slice.done + slice.ids.length >= slice.total
  if (isLast) await endBulkRun(trx, runId, 'done')
  return !isLast
}
