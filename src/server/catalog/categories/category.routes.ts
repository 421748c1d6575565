import type { FastifyInstance } from 'fastify'
import { shopMessages } from '#contract/base/messages.ts'
import {
  addCategoryCall,
  type CategoryTree,
  categoriesCall,
  deleteCategoryCall,
  mergeCategoryCall,
  orderCategoriesCall,
  saveCategoryCall,
} from '#contract/catalog/categories.ts'
import type { Result } from '#domain/result.ts'
import { describeRefusal } from '#server/catalog/editing/product.errors.ts'
import { fieldProblem, notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { findCategoryTree } from './category.queries.ts'
import {
  addCategory,
  type CategoryRefusal,
  deleteCategory,
  mergeCategory,
  orderCategories,
  saveCategory,
} from './change-categories.ts'
import { presentCategory, toCategoryInput } from './present-category.ts'

const messages: Record<Exclude<CategoryRefusal['code'], 'not_found' | 'stale' | 'product_refused'>, string> = {
  slug_taken: 'Another category has this URL.',
  category_not_found: 'This category no longer exists.',
  category_too_deep: 'Categories have two levels: one below another has no subcategories.',
  category_not_empty: 'This category still has products or subcategories.',
  merged_into_itself: 'Choose another category.',
  picture_not_found: describeRefusal('picture_not_found'),
  invalid: shopMessages.malformed,
}

/** Categories of the back office (docs/back-office §9). Each change responds with the whole tree. */
export function categoryRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const readTree = async (): Promise<CategoryTree> => {
    const { categories, version } = await findCategoryTree(db)
    return { data: categories.map(presentCategory), version }
  }
  const finish = async (result: Result<unknown, CategoryRefusal>) => {
    if (result.ok) return readTree()
    const { refusal } = result
    if (refusal.code === 'not_found') throw notFound()
    if (refusal.code === 'stale') {
      throw problem('stale', 'Someone else changed the categories.', { current: await readTree() })
    }
    if (refusal.code === 'product_refused') {
      const reason = describeRefusal(refusal.reason)
      throw problem(refusal.reason, `Product ${refusal.productId} can’t be moved, so nothing was changed. ${reason}`)
    }
    const detail = messages[refusal.code]
    throw 'field' in refusal ? fieldProblem(refusal.code, refusal.field, detail) : problem(refusal.code, detail)
  }

  serve(app, categoriesCall, permitted(categoriesCall), readTree)

  serve(app, addCategoryCall, permitted(addCategoryCall), async ({ body, caller: { actor } }) => {
    const { expected_version, ...fields } = body
    const input = toCategoryInput(fields)
    return finish(await inTransaction(db, (trx) => addCategory(trx, actor, input, expected_version)))
  })

  serve(app, saveCategoryCall, permitted(saveCategoryCall), async ({ params, body, caller: { actor } }) => {
    const { expected_version, ...fields } = body
    const input = toCategoryInput(fields)
    return finish(
      await inTransaction(db, (trx) => saveCategory(trx, actor, params.category_id, input, expected_version)),
    )
  })

  serve(app, orderCategoriesCall, permitted(orderCategoriesCall), async ({ body, caller: { actor } }) => {
    const order = { parentId: body.parent_id, ids: body.category_ids }
    return finish(await inTransaction(db, (trx) => orderCategories(trx, actor, order, body.expected_version)))
  })

  serve(app, mergeCategoryCall, permitted(mergeCategoryCall), async ({ params, body, caller: { actor } }) => {
    const merge = { id: params.category_id, intoId: body.into_id }
    return finish(await inTransaction(db, (trx) => mergeCategory(trx, actor, merge, body.expected_version)))
  })

  serve(app, deleteCategoryCall, permitted(deleteCategoryCall), async ({ params, body, caller: { actor } }) =>
    finish(await inTransaction(db, (trx) => deleteCategory(trx, actor, params.category_id, body.expected_version))),
  )
}
