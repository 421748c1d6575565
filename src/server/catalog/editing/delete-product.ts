import { sql } from 'kysely'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findRelating, lockContents } from './content.queries.ts'
import { saveProducts } from './save-products.ts'

/**
 * Deletes a product that was never ordered and is in no package; others are archived. It leaves carts, and the products
 * that show it as related. Its first count goes with it.
 */
export async function deleteProduct(
  trx: Transaction,
  actor: Actor,
  { id, expectedVersion }: { id: number; expectedVersion: number },
): Promise<Result<object, Refusal<'not_found' | 'stale' | 'has_orders'>>> {
  const relating = await findRelating(trx, id)
  const contents = await lockContents(trx, [id, ...relating])
  const product = contents.get(id)
  if (!product) return refuse({ code: 'not_found' })
  if (product.version !== expectedVersion) return refuse({ code: 'stale' })
  const { rows } = await sql`
    select 1 where exists (select from order_lines where product_id = ${id})
      or exists (select from stock_movements where product_id = ${id} and kind <> 'opening')
      or exists (select from package_contents where product_id = ${id})`.execute(trx)
  if (rows.length > 0) return refuse({ code: 'has_orders' })
  const edits = [...contents.values()].flatMap(({ id: otherId, content: { related } }) =>
    related.includes(id) ? [{ id: otherId, changes: { related: related.filter((shown) => shown !== id) } }] : [],
  )
  if (edits.length > 0) {
    // A refusal concerns what else these products contain; the deletion removes the relation in any case.
    await saveProducts(trx, actor, edits, { source: 'edit', isConfirmed: true })
  }
  await sql`delete from products where id = ${id}`.execute(trx)
  await recordAction(trx, actor, {
    action: 'product.deleted',
    subject: { kind: 'product', id },
    before: { name: product.content.name, handle: product.content.handle },
  })
  return { ok: true }
}
