import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findCategoryTree } from './category.queries.ts'
import { deleteCategory } from './change-categories.ts'
import { lockCategories } from './lock-categories.ts'

/** Deletes those of the categories that have neither products nor subcategories. */
export async function deleteEmptyCategories(trx: Transaction, actor: Actor, ids: readonly number[]): Promise<void> {
  await lockCategories(trx)
  for (const id of ids) {
    const { version } = await findCategoryTree(trx)
    await deleteCategory(trx, actor, id, version)
  }
}
