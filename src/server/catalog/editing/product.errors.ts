import type { BulkRefusal } from '#domain/catalog/bulk-change.ts'
import type { Refusal } from '#domain/result.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { UploadRefusal } from './claim-uploads.ts'
import { toWireName } from './present-fields.ts'
import type { EditRefusal, ProductRefusal } from './save-products.ts'

type AnyProductRefusal = ProductRefusal | UploadRefusal
type RefusalCode = (AnyProductRefusal | BulkRefusal)['code']

const messages: Record<RefusalCode, string> = {
  not_found: 'This product no longer exists.',
  stale: 'Someone else changed this product.',
  name_required: 'Enter a name.',
  handle_taken: 'Another product has this URL handle.',
  category_not_found: 'This category no longer exists.',
  family_not_found: 'This family no longer exists.',
  option_required: 'Enter what sets this product apart in its family, such as its shade.',
  part_not_found: 'One of these products no longer exists.',
  part_has_contents: 'A package can’t contain a package that has contents of its own.',
  part_of_package: 'This product is part of a package, so it can’t have contents.',
  package_has_stock: 'This product’s stock is tracked. A package with contents has no stock of its own.',
  related_not_found: 'One of the related products no longer exists.',
  related_to_itself: 'A product can’t be related to itself.',
  contains_itself: 'A package can’t contain itself.',
  contents_of_product: 'Only packages have contents.',
  sale_price_not_lower: 'Enter a sale price below the regular price.',
  sale_price_required: 'Enter a sale price, or remove its dates.',
  period_reversed: 'The end must be after the beginning.',
  picture_not_found:
    'One of the pictures was deleted, because it was not saved for a day. Remove it and upload it again.',
  document_not_found:
    'One of the documents was deleted, because it was not saved for a day. Remove it and upload it again.',
  size_incomplete: 'Enter both a size and its unit.',
  confirmation_required: 'This product would be free in the store. Confirm that it costs $0.00.',
  price_below_zero: 'The price would be below $0.00.',
  price_too_high: 'The price would be too high.',
}

export const describeRefusal = (code: RefusalCode): string => messages[code]

/** `current` is the product as it is now, for a stale edit. */
export function productProblem(refusal: AnyProductRefusal, current?: unknown): ProblemError {
  const detail = messages[refusal.code]
  if (refusal.code === 'not_found') return notFound()
  if (refusal.code === 'stale') return problem('stale', detail, { current })
  const field = refusal.code === 'confirmation_required' ? 'confirmed' : toWireName(refusal.field)
  return problem(refusal.code, detail, { errors: { [field]: detail } })
}

export function startProblem({ code }: Refusal<'stale' | 'unchanged' | 'bulk_change_running'>): ProblemError {
  switch (code) {
    case 'stale':
      return problem(code, 'Some of these products have changed since the preview. Check the new preview.')
    case 'unchanged':
      return problem(code, 'No products match any more.')
    case 'bulk_change_running':
      return problem(code, 'Another bulk change is running. Wait until it is done.')
  }
}

/** Names errors by row and field. The code is that of the first row with a refused value. */
export function editsProblem(
  refusals: readonly (EditRefusal | (UploadRefusal & { index: number }))[],
  current: unknown,
): ProblemError {
  const first = refusals.find(({ code }) => code !== 'not_found') ?? refusals[0]
  if (!first) throw new Error('no refusal')
  const errors = Object.fromEntries(
    refusals.map((refusal) => [
      `products.${refusal.index}${'field' in refusal ? `.${toWireName(refusal.field)}` : ''}`,
      messages[refusal.code],
    ]),
  )
  const isStale = refusals.some(({ code }) => code === 'stale')
  const detail =
    refusals.length === 1 ? messages[first.code] : `${refusals.length} changes can’t be saved. Nothing was changed.`
  return problem(isStale ? 'stale' : first.code, detail, { errors, ...(isStale && { current }) })
}
