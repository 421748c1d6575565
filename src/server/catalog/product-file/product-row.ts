import type { FileKind } from '#server/platform/csv/import-file.ts'
import { eachRow } from '#server/platform/csv/read-rows.ts'
import type { StagedValue } from '#server/platform/database/staging.ts'
import { COLUMNS, type Column, REQUIRED_COLUMNS } from './columns.ts'
import type { KeptImage, PictureSource } from './picture-source.ts'
import { type GivenProduct, productsOfRows } from './products-of-rows.ts'

const SLICE = 500

/** A product file: several of its rows may be one product, and its pictures are stored as they are read. */
export const productFile = (pictures: PictureSource): FileKind<Column> => ({
  columns: COLUMNS,
  required: REQUIRED_COLUMNS,
  staged: {
    line: 'integer',
    handle: 'text',
    name: 'text',
    kind: 'text',
    category_slug: 'text',
    category_name: 'text',
    vendor: 'text',
    // Separated by commas, which no tag contains: it was read from such a list.
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
  },
  async *read(file) {
    let slice: (readonly StagedValue[])[] = []
    for await (const product of productsOfRows(eachRow(file))) {
      const images: KeptImage[] = []
      for (const image of product.images) images.push(await pictures.keep(image))
      slice.push(stagedProduct(product, images))
      if (slice.length < SLICE) continue
      yield slice
      slice = []
    }
    yield slice
  },
})

const stagedProduct = (product: GivenProduct, images: readonly KeptImage[]): readonly StagedValue[] => [
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
