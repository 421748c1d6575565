import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { claimUploads } from '#server/catalog/editing/claim-uploads.ts'
import { type ProductRefusal, saveProducts } from '#server/catalog/editing/save-products.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import {
  type CategoryFields,
  type CategoryRow,
  deleteCategoryRow,
  findCategoryTree,
  findProductsOf,
  findRedirect,
  insertCategory,
  lockCategory,
  moveRedirects,
  redirectSlug,
  updateCategory,
  updatePositions,
} from './category.queries.ts'
import { lockCategories } from './lock-categories.ts'

type Stale = Refusal<'stale'>
type FieldsRefusal =
  | (Refusal<'slug_taken'> & { field: 'slug' })
  | (Refusal<'category_not_found' | 'category_too_deep'> & { field: 'parent_id' })
  | (Refusal<'picture_not_found'> & { field: 'picture' })
type ChangeRefusal =
  | Stale
  | FieldsRefusal
  | Refusal<'not_found' | 'category_not_empty'>
  | (Refusal<'category_not_found' | 'merged_into_itself'> & { field: 'into_id' })
  | (Refusal<'invalid'> & { field: 'category_ids' })
  | { code: 'product_refused'; productId: number; reason: ProductRefusal['code'] }
export type CategoryRefusal = ChangeRefusal

/** Products that one statement of a merge saves. */
const SLICE = 500

/** Without `picture`, the picture stays as it is. */
export type CategoryInput = {
  name: string
  slug: string
  parent_id: number | null
  picture?: { file: string; alt: string } | null | undefined
}

/** Adds a category. A redirect from its slug ends; the audit entry names where it led. */
export async function addCategory(
  trx: Transaction,
  actor: Actor,
  input: CategoryInput,
  expectedVersion: string,
): Promise<Result<{ id: number }, Stale | FieldsRefusal>> {
  const categories = await lockTree(trx, expectedVersion)
  if (!categories) return refuse({ code: 'stale' })
  const fields = toFields(input)
  const refusal = findFieldsError(categories, fields) ?? (await claimPicture(trx, fields.picture_file))
  if (refusal) return refuse(refusal)
  const redirected = await findRedirect(trx, fields.slug)
  const id = await insertCategory(trx, fields)
  await recordAction(trx, actor, {
    action: 'category.added',
    subject: { kind: 'category', id },
    ...(redirected !== undefined && { before: { redirected_to: redirected } }),
    after: fields,
  })
  return { ok: true, id }
}

/** Changes a category or moves it to another level; its former slug redirects to it. */
export async function saveCategory(
  trx: Transaction,
  actor: Actor,
  id: number,
  input: CategoryInput,
  expectedVersion: string,
): Promise<Result<NoValue, Stale | FieldsRefusal | Refusal<'not_found'>>> {
  const categories = await lockTree(trx, expectedVersion)
  const before = categories?.find((category) => category.id === id)
  if (!categories) return refuse({ code: 'stale' })
  if (!before) return refuse({ code: 'not_found' })
  const fields = toFields(input, before)
  const changed = changeableFields.filter((field) => before[field] !== fields[field])
  const picture = changed.includes('picture_file') ? fields.picture_file : null
  const refusal = findFieldsError(categories, fields, id) ?? (await claimPicture(trx, picture))
  if (refusal) return refuse(refusal)
  if (changed.length === 0) return { ok: true }
  const redirected = changed.includes('slug') ? await findRedirect(trx, fields.slug) : undefined
  await updateCategory(trx, id, fields)
  if (changed.includes('slug')) await redirectSlug(trx, before.slug, id)
  await recordAction(trx, actor, {
    action: 'category.changed',
    subject: { kind: 'category', id },
    before: {
      ...Object.fromEntries(changed.map((field) => [field, before[field]])),
      ...(redirected !== undefined && redirected !== id && { redirected_to: redirected }),
    },
    after: Object.fromEntries(changed.map((field) => [field, fields[field]])),
  })
  return { ok: true }
}

/** Sets the order of the categories of one level, all of which must be named. */
export async function orderCategories(
  trx: Transaction,
  actor: Actor,
  { parentId, ids }: { parentId: number | null; ids: readonly number[] },
  expectedVersion: string,
): Promise<Result<NoValue, Stale | (Refusal<'invalid'> & { field: 'category_ids' })>> {
  const categories = await lockTree(trx, expectedVersion)
  if (!categories) return refuse({ code: 'stale' })
  const before = categories.filter(({ parent_id }) => parent_id === parentId).map(({ id }) => id)
  const isComplete = before.length === ids.length && before.every((id) => ids.includes(id))
  if (!isComplete) return refuse({ code: 'invalid', field: 'category_ids' })
  if (before.every((id, index) => id === ids[index])) return { ok: true }
  await updatePositions(trx, ids)
  await recordAction(trx, actor, {
    action: 'category.ordered',
    subject: { kind: 'category', id: parentId ?? 'top' },
    before: { order: before },
    after: { order: ids },
  })
  return { ok: true }
}

/**
 * Moves the products of a category to another one, each with a version, redirects its slugs there and deletes it.
 * Products are locked before the category, as when a product is saved.
 */
export async function mergeCategory(
  trx: Transaction,
  actor: Actor,
  { id, intoId }: { id: number; intoId: number },
  expectedVersion: string,
): Promise<Result<NoValue, ChangeRefusal>> {
  const categories = await lockTree(trx, expectedVersion)
  const merged = categories?.find((category) => category.id === id)
  if (!categories) return refuse({ code: 'stale' })
  if (!merged) return refuse({ code: 'not_found' })
  if (intoId === id) return refuse({ code: 'merged_into_itself', field: 'into_id' })
  if (!categories.some((category) => category.id === intoId)) {
    return refuse({ code: 'category_not_found', field: 'into_id' })
  }
  if (categories.some(({ parent_id }) => parent_id === id)) return refuse({ code: 'category_not_empty' })
  const products = await findProductsOf(trx, id)
  for (let start = 0; start < products.length; start += SLICE) {
    const edits = products
      .slice(start, start + SLICE)
      .map((product) => ({ id: product, changes: { category_id: intoId } }))
    const saved = await saveProducts(trx, actor, edits, { source: 'bulk', isConfirmed: true })
    if (!saved.ok) {
      const [first] = saved.refusal.refusals
      if (!first) throw new Error('refused without a reason')
      return refuse({ code: 'product_refused', productId: edits[first.index]?.id ?? 0, reason: first.code })
    }
  }
  const { hasProducts } = await lockCategory(trx, id)
  if (hasProducts) return refuse({ code: 'stale' })
  await moveRedirects(trx, id, intoId)
  await deleteCategoryRow(trx, id)
  await redirectSlug(trx, merged.slug, intoId)
  await recordAction(trx, actor, {
    action: 'category.merged',
    subject: { kind: 'category', id },
    before: { name: merged.name, slug: merged.slug },
    after: { into: intoId, products: products.length },
  })
  return { ok: true }
}

/** Deletes a category without products and subcategories. Its former slugs no longer redirect. */
export async function deleteCategory(
  trx: Transaction,
  actor: Actor,
  id: number,
  expectedVersion: string,
): Promise<Result<NoValue, Refusal<'stale' | 'not_found' | 'category_not_empty'>>> {
  const categories = await lockTree(trx, expectedVersion)
  const deleted = categories?.find((category) => category.id === id)
  if (!categories) return refuse({ code: 'stale' })
  if (!deleted) return refuse({ code: 'not_found' })
  const { hasProducts } = await lockCategory(trx, id)
  if (hasProducts || categories.some(({ parent_id }) => parent_id === id)) return refuse({ code: 'category_not_empty' })
  await deleteCategoryRow(trx, id)
  await recordAction(trx, actor, {
    action: 'category.deleted',
    subject: { kind: 'category', id },
    before: { name: deleted.name, slug: deleted.slug },
  })
  return { ok: true }
}

const changeableFields = ['name', 'slug', 'parent_id', 'picture_file', 'picture_alt'] as const

const toFields = ({ name, slug, parent_id, picture }: CategoryInput, before?: CategoryRow): CategoryFields => ({
  ...{ name, slug, parent_id },
  picture_file: picture === undefined ? (before?.picture_file ?? null) : (picture?.file ?? null),
  picture_alt: picture === undefined ? (before?.picture_alt ?? '') : (picture?.alt ?? ''),
})

async function claimPicture(trx: Transaction, file: string | null): Promise<FieldsRefusal | undefined> {
  if (file === null) return undefined
  const claimed = await claimUploads(trx, undefined, { images: [{ file, source_url: null, alt: '' }] })
  return claimed.ok ? undefined : { code: 'picture_not_found', field: 'picture' }
}

/** Returns undefined if the tree has another version. */
async function lockTree(trx: Transaction, expectedVersion: string): Promise<CategoryRow[] | undefined> {
  await lockCategories(trx)
  const { categories, version } = await findCategoryTree(trx)
  return version === expectedVersion ? categories : undefined
}

/** `id` is undefined for a new category. */
function findFieldsError(
  categories: readonly CategoryRow[],
  { slug, parent_id }: CategoryFields,
  id?: number,
): FieldsRefusal | undefined {
  if (categories.some((category) => category.slug === slug && category.id !== id)) {
    return { code: 'slug_taken', field: 'slug' }
  }
  if (parent_id === null) return undefined
  const parent = categories.find((category) => category.id === parent_id)
  if (!parent) return { code: 'category_not_found', field: 'parent_id' }
  const hasChildren = categories.some((category) => category.parent_id === id && id !== undefined)
  if (parent.parent_id !== null || parent.id === id || hasChildren) {
    return { code: 'category_too_deep', field: 'parent_id' }
  }
  return undefined
}
