import { parsePercent } from '#domain/pricing/tax.ts'
import { toSlug } from '#domain/text/slug.ts'
import { exceedsMarkupLimits, MAX_DEPTH, MAX_TAGS } from '#server/content/markup-limits.ts'
import { sanitizeRichText } from '#server/content/rich-text.ts'
import { RowError } from '#server/platform/csv/row.ts'
import type { ProductRow } from './columns.ts'

const TEXT_LIMIT = 255
/** The limit of a post's content (docs/product §10.3). */
const BODY_LIMIT = 200_000
const LONG_TEXT_LIMIT = 2000
/** Fits a shelf label. */
const SHELF_LIMIT = 40
const BARCODE_LIMIT = 80
/** More than Shopify allows for variants and pictures of one product. */
const MAX_ROWS = 3000

export type FileImage = { src: string; alt: string; row: ProductRow; column: 'Image Src' | 'Variant Image' }

/** A product as described by a file, with defaults for omitted values. Without name or price it can only be updated. */
export type FileProduct = {
  row: ProductRow
  handle: string
  name: string | undefined
  kind: 'product' | 'package'
  category: { slug: string; name: string } | undefined
  vendor: string
  tags: string[]
  sku: string
  barcode: string | null
  shelf: string
  descriptionHtml: string
  priceCents: number | undefined
  compareAtCents: number | null
  pv: number | undefined
  /** Undefined: a known product keeps its value, a new one gets 100 %. */
  commissionableBp: number | undefined
  weightGrams: number
  stock: number | null
  active: boolean
  taxExempt: boolean
  images: FileImage[]
}

/** A product that cannot be imported; `line` is that of its row, the error may be in another one. */
export type RefusedProduct = { line: number; handle: string; name: string }
/** Called for a product that cannot be imported, whose rows are left out. */
export type OnRefused = (product: RefusedProduct, error: RowError) => void

/**
 * Groups consecutive rows with the same handle into one Shopify product with variants and pictures. Without `onRefused`,
 * throws the first error.
 */
export async function* readProducts(
  rows: AsyncIterable<ProductRow>,
  onRefused?: OnRefused,
): AsyncGenerator<FileProduct> {
  let group: ProductRow[] = []
  let groupHandle = ''
  const linesByHandle: LinesByHandle = new Map()
  for await (const row of rows) {
    const handle = unlessRefused(() => row.required('Handle', TEXT_LIMIT).trim(), row, '', onRefused)
    if (group.length > 0 && handle !== groupHandle) {
      yield* readVariants(groupHandle, group, linesByHandle, onRefused)
      group = []
    }
    if (handle === undefined) continue
    groupHandle = handle
    group.push(row)
    if (group.length > MAX_ROWS) throw row.error('Handle', `More than ${MAX_ROWS} rows have the handle “${handle}”.`)
  }
  if (group.length > 0) yield* readVariants(groupHandle, group, linesByHandle, onRefused)
}

/** Returns undefined for a row that was refused. */
function unlessRefused<Value>(
  read: () => Value,
  row: ProductRow,
  handle: string,
  onRefused: OnRefused | undefined,
): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (!onRefused || !(error instanceof RowError)) throw error
    onRefused({ line: row.line, handle, name: row.raw('Title') }, error)
    return undefined
  }
}

/** Line of each product so far, by handle. */
type LinesByHandle = Map<string, number>

function refuseRepeatedHandle(row: ProductRow, handle: string, linesByHandle: LinesByHandle): void {
  const line = linesByHandle.get(handle)
  if (line === undefined) return
  throw row.error(
    'Handle',
    `“${handle}” is also the handle of line ${line}; the rows of a product must follow one another.`,
  )
}

function* readVariants(
  handle: string,
  group: ProductRow[],
  linesByHandle: LinesByHandle,
  onRefused: OnRefused | undefined,
): Generator<FileProduct> {
  const [first] = group
  if (!first) return
  const shared = unlessRefused(() => readShared(first, group, linesByHandle), first, handle, onRefused)
  if (!shared) return
  const variants = group.filter((row) => row === first || isVariant(row))
  const handles = new Set<string>()
  for (const [index, row] of variants.entries()) {
    const option = variants.length > 1 ? readOption(row) : ''
    const variantHandle = makeVariantHandle(row, handle, option, index, handles)
    const product = unlessRefused(
      () => {
        if (index > 0) refuseRepeatedHandle(row, variantHandle, linesByHandle)
        return readVariant(row, { handle: variantHandle, option, ...shared })
      },
      row,
      variantHandle,
      onRefused,
    )
    linesByHandle.set(variantHandle, row.line)
    if (product) yield product
  }
}

type SharedFields = ReturnType<typeof readSharedFields> & { images: FileImage[] }

/** Checks the handle first, because a separated variant has no title. */
function readShared(first: ProductRow, group: ProductRow[], linesByHandle: LinesByHandle): SharedFields {
  refuseRepeatedHandle(first, first.text('Handle', TEXT_LIMIT).trim(), linesByHandle)
  const pictures = group.filter((row) => row.has('Image Src')).map((row) => readImage(row, 'Image Src'))
  const images = pictures.sort((a, b) => readPosition(a.row) - readPosition(b.row))
  return { ...readSharedFields(first), images }
}

function readVariant(
  row: ProductRow,
  { handle, option, title, product, images }: SharedFields & { handle: string; option: string },
): FileProduct {
  const name = title && option !== '' ? `${title} – ${option}` : title
  if (name && name.length > TEXT_LIMIT) throw row.error('Title', `“${name}” is longer than ${TEXT_LIMIT} characters.`)
  refuseUnpackable(row, name ?? handle)
  const priceCents = row.hasColumn('Variant Price') ? row.amount('Variant Price') : undefined
  return {
    ...product,
    row,
    name,
    handle,
    sku: row.code('Variant SKU', TEXT_LIMIT),
    barcode: readBarcode(row),
    shelf: row.text('Shelf', SHELF_LIMIT).trim(),
    priceCents,
    compareAtCents: row.has('Variant Compare At Price') ? row.amount('Variant Compare At Price') : null,
    pv: row.count('PV') ?? (priceCents === undefined ? undefined : Math.trunc(priceCents / 100)),
    commissionableBp: readShare(row),
    weightGrams: row.rounded('Variant Grams') ?? 0,
    stock: readStock(row),
    taxExempt: row.yesNo('Variant Taxable') === false,
    images: row.has('Variant Image') ? prependVariantImage(readImage(row, 'Variant Image'), images) : images,
  }
}

function readSharedFields(first: ProductRow) {
  const type = first.text('Type', TEXT_LIMIT).trim()
  const isPackage = type.toLowerCase() === 'package'
  const category = type === '' ? readLastCategory(first) : type
  const slug = toSlug(category)
  if (category !== '' && slug === '') {
    const column = type === '' ? 'Product Category' : 'Type'
    throw first.error(column, `“${category}” has no letter or digit to build a URL from.`)
  }
  const status = first.text('Status', TEXT_LIMIT).trim().toLowerCase()
  const product = {
    kind: isPackage ? ('package' as const) : ('product' as const),
    category: category === '' || isPackage ? undefined : { slug, name: category },
    vendor: first.text('Vendor', TEXT_LIMIT),
    tags: first
      .text('Tags', LONG_TEXT_LIMIT)
      .split(',')
      .flatMap((tag) => tag.trim() || []),
    descriptionHtml: readBody(first),
    active: (status === '' || status === 'active') && first.yesNo('Published') !== false,
  }
  return { title: first.hasColumn('Title') ? first.required('Title', TEXT_LIMIT) : undefined, product }
}

/** Counts the tags before it cleans them, as for a post. */
function readBody(row: ProductRow): string {
  const html = row.text('Body (HTML)', BODY_LIMIT)
  if (exceedsMarkupLimits(html)) {
    throw row.error('Body (HTML)', `The text has more than ${MAX_TAGS} tags, or tags more than ${MAX_DEPTH} deep.`)
  }
  return sanitizeRichText(html)
}

/** Returns “Hair Care” for “Health & Beauty > Personal Care > Hair Care”. */
function readLastCategory(row: ProductRow): string {
  const last = row.text('Product Category', LONG_TEXT_LIMIT).split('>').at(-1)?.trim() ?? ''
  if (last.toLowerCase() === 'uncategorized') return ''
  if (last.length > TEXT_LIMIT) {
    throw row.error('Product Category', `“${last}” is longer than ${TEXT_LIMIT} characters.`)
  }
  return last
}

/** Every order of the shop is packed, and handed over or shipped. */
function refuseUnpackable(row: ProductRow, name: string): void {
  if (row.yesNo('Gift Card') === true) {
    throw row.error('Gift Card', `“${name}” is a gift card, which the shop does not sell. Remove its rows.`)
  }
  if (row.yesNo('Variant Requires Shipping') === false) {
    throw row.error(
      'Variant Requires Shipping',
      `“${name}” is not shipped, and the shop only sells physical products. Remove its rows.`,
    )
  }
}

const VARIANT_COLUMNS = [
  'Option1 Value',
  'Option2 Value',
  'Option3 Value',
  'Variant SKU',
  'Variant Price',
  'Variant Barcode',
  'Variant Inventory Qty',
] as const

/** Additional pictures have separate rows, without any variant columns. */
const isVariant = (row: ProductRow): boolean => VARIANT_COLUMNS.some((column) => row.has(column))

function readOption(row: ProductRow): string {
  const columns = ['Option1 Value', 'Option2 Value', 'Option3 Value'] as const
  const values = columns.flatMap((column) => row.text(column, TEXT_LIMIT).trim() || [])
  return values.join(' / ')
}

/**
 * The first variant keeps the product's handle, so that a known product stays the same when it gets a second variant.
 * The others append their options after two hyphens, which no Shopify handle contains.
 */
function makeVariantHandle(
  row: ProductRow,
  handle: string,
  option: string,
  index: number,
  usedHandles: Set<string>,
): string {
  const preferred = index === 0 ? handle : `${handle}--${toSlug(option) || index + 1}`
  // Options may differ only in punctuation, like 1/2 and 1-2.
  let unique = preferred
  for (let n = 2; usedHandles.has(unique); n++) unique = `${preferred}-${n}`
  usedHandles.add(unique)
  if (unique.length > TEXT_LIMIT) throw row.error('Handle', `“${unique}” is longer than ${TEXT_LIMIT} characters.`)
  return unique
}

/**
 * Returns null for an empty quantity, an empty tracker or a policy that continues selling: such a product is untracked
 * and can always be ordered. Shopify's negative stock after overselling becomes 0.
 */
function readStock(row: ProductRow): number | null {
  const stock = row.whole('Variant Inventory Qty')
  const isBackOrdered = isSoldWithoutStock(row)
  const isUntracked = row.hasColumn('Variant Inventory Tracker') && !row.has('Variant Inventory Tracker')
  return stock === undefined || isUntracked || isBackOrdered ? null : Math.max(stock, 0)
}

function isSoldWithoutStock(row: ProductRow): boolean {
  const policy = row.text('Variant Inventory Policy', TEXT_LIMIT).trim().toLowerCase()
  if (['continue', 'true', 'yes', '1'].includes(policy)) return true
  if (['', 'deny', 'false', 'no', '0'].includes(policy)) return false
  throw row.error('Variant Inventory Policy', `“${policy}” is neither deny nor continue.`)
}

function readShare(row: ProductRow): number | undefined {
  if (!row.has('Commissionable Share')) return undefined
  const cell = row.text('Commissionable Share', TEXT_LIMIT).trim()
  const milliPercent = parsePercent(cell)
  if (milliPercent === undefined || milliPercent % 10 !== 0)
    throw row.error('Commissionable Share', `“${cell}” is not a percentage from 0 to 100 with at most two decimals.`)
  return milliPercent / 10
}

/** Matches a barcode number that a program has saved with decimals. */
const WITH_DECIMALS = /^(\d{8,14})\.0+$/

/** Shopify prefixes a number with an apostrophe, so that a spreadsheet keeps its zeros. */
const readBarcode = (row: ProductRow): string | null =>
  row.code('Variant Barcode', BARCODE_LIMIT).replace(/^'/, '').replace(WITH_DECIMALS, '$1') || null

function readImage(row: ProductRow, column: FileImage['column']): FileImage {
  const alt = column === 'Image Src' ? row.text('Image Alt Text', LONG_TEXT_LIMIT) : ''
  return { src: row.text(column, LONG_TEXT_LIMIT).trim(), alt, row, column }
}

const readPosition = (row: ProductRow): number => row.whole('Image Position') ?? Number.MAX_SAFE_INTEGER

function prependVariantImage(variantImage: FileImage, images: FileImage[]): FileImage[] {
  const existing = images.find(({ src }) => src === variantImage.src)
  return [existing ?? variantImage, ...images.filter(({ src }) => src !== variantImage.src)]
}
