import type { FileKind } from '#server/platform/csv/import-file.ts'
import { eachRow } from '#server/platform/csv/read-rows.ts'
import { RowError } from '#server/platform/csv/row.ts'
import type { StagedValue } from '#server/platform/database/staging.ts'
import { adaptForeignFile } from './adapt-foreign-file.ts'
import { COLUMN_ALIASES, COLUMNS, type Column, findCoveredFields, REQUIRED_COLUMNS } from './columns.ts'
import type { PictureSource, StoredImage } from './picture-source.ts'
import type { ReportedProduct } from './product-report.ts'
import { type FileProduct, type OnRefused, readProducts } from './read-products.ts'

const SLICE = 500

/** Facts about a file, collected while it is read. */
export type FileContents = {
  /** First line of each product. */
  lines: number[]
  handles: Set<string>
  barcodes: Map<string, ReportedProduct[]>
  /** Names by slug. */
  categories: Map<string, string>
}

/** Columns of a staged product and their types. */
export const STAGED_COLUMNS = {
  line: 'integer primary key',
  handle: 'text',
  name: 'text',
  kind: 'text',
  category_slug: 'text',
  category_name: 'text',
  vendor: 'text',
  // Separated by commas, which no tag contains because it was read from such a list.
  tags: 'text',
  sku: 'text',
  barcode: 'text',
  shelf: 'text',
  description_html: 'text',
  price_cents: 'integer',
  compare_at_cents: 'integer',
  pv: 'integer',
  commissionable_bp: 'integer',
  weight_grams: 'integer',
  stock: 'integer',
  active: 'boolean',
  tax_exempt: 'boolean',
  images: 'jsonb',
}

/**
 * File kind of a product file. Several rows may be one product, and pictures are stored while they are read. Without
 * `onRefused`, an invalid row refuses the file.
 */
export const productFile = (
  pictures: PictureSource,
  contents: FileContents,
  onRefused?: OnRefused,
): FileKind<Column> => ({
  columns: COLUMNS,
  required: REQUIRED_COLUMNS,
  aliases: COLUMN_ALIASES,
  adapt: adaptForeignFile,
  staged: STAGED_COLUMNS,
  async *read(file) {
    if (!Object.values(findCoveredFields((column) => file.columns.has(column))).includes(true)) {
      throw new RowError(1, undefined, 'The file has no known column other than the handle.')
    }
    let slice: (readonly StagedValue[])[] = []
    for await (const product of readProducts(eachRow(file), onRefused)) {
      const images = await storeImages(product, pictures, onRefused)
      if (!images) continue
      recordProduct(contents, product)
      slice.push(toStagedRow(product, images))
      if (slice.length < SLICE) continue
      yield slice
      slice = []
    }
    yield slice
  },
})

/** Returns undefined if one of them was refused. */
async function storeImages(
  { row, handle, name = '', images }: FileProduct,
  pictures: PictureSource,
  onRefused: OnRefused | undefined,
): Promise<StoredImage[] | undefined> {
  const stored: StoredImage[] = []
  try {
    for (const image of images) stored.push(await pictures.store(image))
  } catch (error) {
    if (!onRefused || !(error instanceof RowError)) throw error
    onRefused({ line: row.line, handle, name }, error)
    return undefined
  }
  return stored
}

function recordProduct(contents: FileContents, { row, handle, name, barcode, category }: FileProduct): void {
  const { line } = row
  contents.lines.push(line)
  contents.handles.add(handle)
  if (category && !contents.categories.has(category.slug)) contents.categories.set(category.slug, category.name)
  if (barcode === null) return
  const sameBarcode = contents.barcodes.get(barcode)
  const product = { line, handle, name: name ?? handle }
  if (sameBarcode) sameBarcode.push(product)
  else contents.barcodes.set(barcode, [product])
}

const toStagedRow = (product: FileProduct, images: readonly StoredImage[]): readonly StagedValue[] => [
  product.row.line,
  product.handle,
  product.name,
  product.kind,
  product.category?.slug,
  product.category?.name,
  product.vendor,
  product.tags.join(','),
  product.sku,
  product.barcode,
  product.shelf,
  product.descriptionHtml,
  product.priceCents,
  product.compareAtCents,
  product.pv,
  product.commissionableBp,
  product.weightGrams,
  product.stock,
  product.active,
  product.taxExempt,
  images.length > 0 ? JSON.stringify(images) : null,
]
