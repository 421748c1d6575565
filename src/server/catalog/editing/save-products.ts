import {
  type ContentField,
  type ContentRefusal,
  findChangedFields,
  findContentError,
  isFreeForSale,
  type ProductContent,
} from '#domain/catalog/product-content.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction, recordActions } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import {
  chooseHandle,
  findReferences,
  findTakenHandle,
  insertProduct,
  insertVersions,
  lockContents,
  lockCreation,
  type References,
  replaceList,
  replaceRelations,
  updateProducts,
  type VersionedContent,
  type VersionSource,
} from './content.queries.ts'
import { replaceCanonicals } from './family.queries.ts'

export type ProductEdit = {
  id: number
  /** The version that the editor saw. Undefined for changes that do not depend on what was there. */
  expectedVersion?: number | undefined
  changes: Partial<ProductContent>
}

type ReferenceRefusal = Refusal<
  | 'handle_taken'
  | 'category_not_found'
  | 'family_not_found'
  | 'part_not_found'
  | 'part_has_contents'
  | 'package_has_stock'
  | 'part_of_package'
  | 'related_not_found'
> & { field: ContentField }

export type ProductRefusal =
  | Refusal<'not_found' | 'stale'>
  /** A free active product must be confirmed. */
  | (Refusal<'confirmation_required'> & { field: ContentField })
  | ContentRefusal
  | ReferenceRefusal
/** `index` is the position of the refused edit. */
export type EditRefusal = ProductRefusal & { index: number }

export type SavedProduct = { id: number; version: number; changed: ContentField[] }
type SaveOptions = {
  source: Exclude<VersionSource, 'first'>
  isConfirmed?: boolean | undefined
  reason?: string | undefined
  /** The imported file, for an import and its undo. */
  fileName?: string | undefined
}

type PlannedEdit = {
  id: number
  index: number
  before: VersionedContent
  content: ProductContent
  changed: ContentField[]
}

/**
 * Changes products, all or none: locks them in the order of their ids, checks the expected versions, and appends a
 * version and an audit entry for each that differs. Unchanged products keep their version.
 */
export async function saveProducts(
  trx: Transaction,
  actor: Actor,
  edits: readonly ProductEdit[],
  { source, isConfirmed = false, reason, fileName }: SaveOptions,
): Promise<Result<{ saved: SavedProduct[] }, { code: 'refused'; refusals: EditRefusal[] }>> {
  const ids = edits.map(({ id }) => id)
  const known = await lockContents(trx, ids)
  const refusals: EditRefusal[] = []
  const planned: PlannedEdit[] = []
  for (const [index, { id, expectedVersion, changes }] of edits.entries()) {
    const before = known.get(id)
    if (!before) refusals.push({ code: 'not_found', index })
    else if (expectedVersion !== undefined && expectedVersion !== before.version)
      refusals.push({ code: 'stale', index })
    else {
      const content = { ...before.content, ...changes }
      planned.push({ id, index, before, content, changed: findChangedFields(before.content, content) })
    }
  }
  const changed = planned.filter((edit) => edit.changed.length > 0)
  if (changed.length > 0) {
    const references = await findReferences(
      trx,
      ids,
      changed.map(({ content }) => content),
    )
    for (const { id, index, before, content, changed: fields } of changed) {
      const refusal =
        findContentError(content, id) ??
        findReferenceError(content, { id, stock: before.stock, fields, references }) ??
        findUnconfirmed(content, isConfirmed || isFreeForSale(before.content))
      if (refusal) refusals.push({ ...refusal, index })
    }
  }
  if (refusals.length > 0) return refuse({ code: 'refused', refusals })
  const madeBy = formatActorName(actor)
  const saved = changed.map(({ id, before, content }) => ({ id, version: before.version + 1, content }))
  if (saved.length > 0) {
    const withList = (list: ContentField) => saved.filter((_, index) => changed[index]?.changed.includes(list))
    await insertVersions(
      trx,
      changed.map(({ id, before }) => ({
        id,
        version: before.version,
        content: before.content,
        source: 'first',
        madeBy,
      })),
    )
    // Contents go first: only a package without contents can become a product.
    await replaceList(trx, 'contents', withList('contents'))
    const takenHandle = await findTakenHandle(() => updateProducts(trx, saved))
    if (takenHandle !== undefined) {
      const index = changed.find(({ content }) => content.handle === takenHandle)?.index ?? 0
      return refuse({ code: 'refused', refusals: [{ code: 'handle_taken', field: 'handle', index }] })
    }
    const formerFamilies = changed.flatMap(({ before, changed: fields }) =>
      fields.includes('family_id') ? (before.content.family_id ?? []) : [],
    )
    if (formerFamilies.length > 0) await replaceCanonicals(trx, formerFamilies)
    await replaceList(trx, 'images', withList('images'))
    await replaceList(trx, 'documents', withList('documents'))
    await replaceRelations(trx, withList('related'))
    await insertVersions(
      trx,
      saved.map((version) => ({ ...version, source, madeBy, fileName })),
    )
    await recordActions(
      trx,
      actor,
      changed.map(({ id, before, content, changed: fields }) => ({
        action: 'product.changed',
        subject: { kind: 'product', id },
        before: pick(before.content, fields),
        after: pick(content, fields),
        reason,
      })),
    )
  }
  const versions = new Map(saved.map(({ id, version }) => [id, version]))
  return {
    ok: true,
    saved: planned.map(({ id, before, changed: fields }) => ({
      id,
      version: versions.get(id) ?? before.version,
      changed: fields,
    })),
  }
}

export type NewProduct = {
  /** An empty handle is made from the name. */
  content: ProductContent
  /** Opening stock in pieces; null does not track it. */
  stock: number | null
  /** Makes repeating the request return the product that the first one added. */
  creationKey?: string | undefined
}

export async function addProduct(
  trx: Transaction,
  actor: Actor,
  { content: input, stock, creationKey }: NewProduct,
  { isConfirmed = false }: { isConfirmed?: boolean | undefined } = {},
): Promise<Result<{ id: number }, Exclude<ProductRefusal, { code: 'not_found' | 'stale' }>>> {
  const known = creationKey === undefined ? undefined : await lockCreation(trx, creationKey)
  if (known !== undefined) return { ok: true, id: known }
  const content = input.handle === '' ? { ...input, handle: await chooseHandle(trx, input.name) } : input
  const references = await findReferences(trx, [], [content])
  const refusal =
    findContentError(content) ??
    findReferenceError(content, { id: undefined, stock, fields: undefined, references }) ??
    findUnconfirmed(content, isConfirmed)
  if (refusal) return refuse(refusal)
  let id = 0
  const takenHandle = await findTakenHandle(async () => {
    id = await insertProduct(trx, content, { stock, creationKey })
  })
  if (takenHandle !== undefined) return refuse({ code: 'handle_taken', field: 'handle' })
  const saved = [{ id, version: 1, content }]
  await replaceList(trx, 'images', saved)
  await replaceList(trx, 'contents', saved)
  await replaceList(trx, 'documents', saved)
  await replaceRelations(trx, saved)
  await insertVersions(trx, [{ id, version: 1, content, source: 'first', madeBy: formatActorName(actor) }])
  await recordAction(trx, actor, {
    action: 'product.added',
    subject: { kind: 'product', id },
    after: { name: content.name, price_cents: content.price_cents, status: content.status, stock },
  })
  return { ok: true, id }
}

type EditContext = {
  id: number | undefined
  stock: number | null
  /** The changed fields; undefined for a new product. */
  fields: readonly ContentField[] | undefined
  references: References
}

function findReferenceError(
  content: ProductContent,
  { id, stock, fields, references }: EditContext,
): ReferenceRefusal | undefined {
  const isChanged = (field: ContentField) => fields === undefined || fields.includes(field)
  const holder = references.handles.get(content.handle)
  if (isChanged('handle') && holder !== undefined && holder !== id) return { code: 'handle_taken', field: 'handle' }
  if (content.category_id !== null && !references.categories.has(content.category_id)) {
    return { code: 'category_not_found', field: 'category_id' }
  }
  if (content.family_id !== null && !references.families.has(content.family_id)) {
    return { code: 'family_not_found', field: 'family_id' }
  }
  if (isChanged('contents') && content.contents.length > 0) {
    if (stock !== null) return { code: 'package_has_stock', field: 'contents' }
    if (id !== undefined && references.contained.has(id)) return { code: 'part_of_package', field: 'contents' }
    for (const { product_id } of content.contents) {
      const part = references.products.get(product_id)
      if (!part) return { code: 'part_not_found', field: 'contents' }
      if (part.has_contents) return { code: 'part_has_contents', field: 'contents' }
    }
  }
  if (isChanged('related') && content.related.some((related) => !references.products.has(related))) {
    return { code: 'related_not_found', field: 'related' }
  }
  return undefined
}

const findUnconfirmed = (
  content: ProductContent,
  isConfirmed: boolean,
): { code: 'confirmation_required'; field: ContentField } | undefined =>
  isFreeForSale(content) && !isConfirmed ? { code: 'confirmation_required', field: 'price_cents' } : undefined

const pick = (content: ProductContent, fields: readonly ContentField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, content[field]]))
