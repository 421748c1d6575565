import { parsePercent } from '#domain/order/tax.ts'
import { sanitizeRichText } from '#server/content/rich-text.ts'
import type { ProductRow } from './columns.ts'
import { slugOf } from './slug.ts'

const TEXT_LIMIT = 255
/** The limit of a post's content (docs/product §10.3). */
const BODY_LIMIT = 200_000
const LONG_TEXT_LIMIT = 2000
/** What a label on a shelf has room for. */
const SHELF_LIMIT = 40
const BARCODE_LIMIT = 80
/** More than Shopify allows for variants and pictures of one product. */
const MOST_ROWS = 3000

export type GivenImage = { src: string; alt: string; row: ProductRow; column: 'Image Src' | 'Variant Image' }

/** A product as a file describes it, with defaults for what it leaves out. */
export type GivenProduct = {
  row: ProductRow
  handle: string
  name: string
  kind: 'product' | 'package'
  category: { slug: string; name: string } | undefined
  vendor: string
  tags: string[]
  sku: string
  barcode: string | null
  shelf: string
  descriptionHtml: string
  priceCents: number
  compareAtCents: number | null
  pv: number
  /** None: a known product keeps its own, a new one has the whole. */
  commissionableBp: number | undefined
  weightGrams: number
  stock: number | null
  active: boolean
  taxExempt: boolean
  images: GivenImage[]
}

/** Consecutive rows with the same handle are one Shopify product: its variants and its pictures. */
export async function* productsOfRows(rows: AsyncIterable<ProductRow>): AsyncGenerator<GivenProduct> {
  let group: ProductRow[] = []
  let groupHandle = ''
  for await (const row of rows) {
    const handle = row.required('Handle', TEXT_LIMIT).trim()
    if (group.length > 0 && handle !== groupHandle) {
      yield* productsOf(groupHandle, group)
      group = []
    }
    groupHandle = handle
    group.push(row)
    if (group.length > MOST_ROWS) throw row.error('Handle', `More than ${MOST_ROWS} rows have the handle “${handle}”.`)
  }
  if (group.length > 0) yield* productsOf(groupHandle, group)
}

function* productsOf(handle: string, group: ProductRow[]): Generator<GivenProduct> {
  const [first] = group
  if (!first) return
  const variants = group.filter((row) => row === first || isVariant(row))
  const shared = readShared(first)
  const pictures = group.filter((row) => row.has('Image Src')).map((row) => readImage(row, 'Image Src'))
  const images = pictures.sort((a, b) => positionOf(a.row) - positionOf(b.row))
  const handles = new Set<string>()

  for (const [index, row] of variants.entries()) {
    const option = variants.length > 1 ? optionOf(row) : ''
    const name = option === '' ? shared.title : `${shared.title} – ${option}`
    if (name.length > TEXT_LIMIT) throw row.error('Title', `“${name}” is longer than ${TEXT_LIMIT} characters.`)
    const priceCents = row.amount('Variant Price')
    yield {
      ...shared.product,
      row,
      name,
      handle: handleOfVariant(row, handle, option, index, handles),
      sku: row.text('Variant SKU', TEXT_LIMIT),
      barcode: readBarcode(row),
      shelf: row.text('Shelf', SHELF_LIMIT).trim(),
      priceCents,
      compareAtCents: row.has('Variant Compare At Price') ? row.amount('Variant Compare At Price') : null,
      pv: row.count('PV') ?? Math.trunc(priceCents / 100),
      commissionableBp: readShare(row),
      weightGrams: row.rounded('Variant Grams') ?? 0,
      stock: readStock(row),
      taxExempt: row.yesNo('Variant Taxable') === false,
      images: row.has('Variant Image') ? withVariantImage(readImage(row, 'Variant Image'), images) : images,
    }
  }
}

function readShared(first: ProductRow) {
  const type = first.text('Type', TEXT_LIMIT).trim()
  const isPackage = type.toLowerCase() === 'package'
  const slug = slugOf(type)
  if (type !== '' && slug === '') throw first.error('Type', `“${type}” has no letter or digit to make an address of.`)
  const status = first.text('Status', TEXT_LIMIT).trim().toLowerCase()
  const product = {
    kind: isPackage ? ('package' as const) : ('product' as const),
    category: type === '' || isPackage ? undefined : { slug, name: type },
    vendor: first.text('Vendor', TEXT_LIMIT),
    tags: first
      .text('Tags', LONG_TEXT_LIMIT)
      .split(',')
      .flatMap((tag) => tag.trim() || []),
    descriptionHtml: sanitizeRichText(first.text('Body (HTML)', BODY_LIMIT)),
    active: (status === '' || status === 'active') && first.yesNo('Published') !== false,
  }
  return { title: first.required('Title', TEXT_LIMIT), product }
}

/** Additional pictures have rows of their own, without any variant columns. */
function isVariant(row: ProductRow): boolean {
  return (['Option1 Value', 'Option2 Value', 'Option3 Value', 'Variant SKU', 'Variant Price'] as const).some((column) =>
    row.has(column),
  )
}

function optionOf(row: ProductRow): string {
  const columns = ['Option1 Value', 'Option2 Value', 'Option3 Value'] as const
  const values = columns.flatMap((column) => row.text(column, TEXT_LIMIT).trim() || [])
  return values.join(' / ')
}

/**
 * The first variant keeps the product's handle, so that a known product stays the same when it gets a second variant.
 * The others append their options after two hyphens, which no Shopify handle contains.
 */
function handleOfVariant(row: ProductRow, handle: string, option: string, index: number, taken: Set<string>): string {
  const wanted = index === 0 ? handle : `${handle}--${slugOf(option) || index + 1}`
  // Options that differ only in punctuation, like 1/2 and 1-2.
  let free = wanted
  for (let n = 2; taken.has(free); n++) free = `${wanted}-${n}`
  taken.add(free)
  if (free.length > TEXT_LIMIT) throw row.error('Handle', `“${free}” is longer than ${TEXT_LIMIT} characters.`)
  return free
}

/** Empty means untracked. Shopify counts below zero when it sold more than there was; here that is sold out. */
function readStock(row: ProductRow): number | null {
  const stock = row.whole('Variant Inventory Qty')
  return stock === undefined ? null : Math.max(stock, 0)
}

function readShare(row: ProductRow): number | undefined {
  if (!row.has('Commissionable Share')) return undefined
  const cell = row.text('Commissionable Share', TEXT_LIMIT).trim()
  const milliPercent = parsePercent(cell)
  if (milliPercent === undefined || milliPercent % 10 !== 0)
    throw row.error('Commissionable Share', `“${cell}” is no percentage from 0 to 100 with at most two decimals.`)
  return milliPercent / 10
}

/** Shopify writes an apostrophe before a number, so that a spreadsheet keeps its zeros. */
const readBarcode = (row: ProductRow): string | null =>
  row.text('Variant Barcode', BARCODE_LIMIT).trim().replace(/^'/, '') || null

function readImage(row: ProductRow, column: GivenImage['column']): GivenImage {
  const alt = column === 'Image Src' ? row.text('Image Alt Text', LONG_TEXT_LIMIT) : ''
  return { src: row.text(column, LONG_TEXT_LIMIT).trim(), alt, row, column }
}

const positionOf = (row: ProductRow): number => row.whole('Image Position') ?? Number.MAX_SAFE_INTEGER

function withVariantImage(own: GivenImage, images: GivenImage[]): GivenImage[] {
  const listed = images.find(({ src }) => src === own.src)
  return [listed ?? own, ...images.filter(({ src }) => src !== own.src)]
}
