import { cents, toDollars } from '#domain/money/money.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import { COLUMNS, type Column } from './columns.ts'
import type { ExportedProduct } from './export.queries.ts'
import type { StoredImage } from './picture-source.ts'

const IMPORT_ONLY: readonly Column[] = [
  'Product Category',
  'Option2 Value',
  'Option3 Value',
  'Gift Card',
  'Variant Image',
]

/** Shopify's columns that the shop has values for, then points, and last the ID, which an import ignores. */
export const EXPORTED_COLUMNS: readonly (Column | 'ID')[] = [
  ...COLUMNS.filter((column) => !IMPORT_ONLY.includes(column)),
  'ID',
]

type Cells = Partial<Record<Column | 'ID', string | number>>

/** Builds a product's row, and one for each additional picture, in Shopify's format. */
export function formatProductRows(product: ExportedProduct): string[] {
  const [first, ...rest] = product.images
  const rows: Cells[] = [
    { ...productCells(product), ...(first && imageCells(first, 1)) },
    ...rest.map((image, index) => ({ Handle: product.handle, ...imageCells(image, index + 2) })),
  ]
  return rows.map((cells) => EXPORTED_COLUMNS.map((column) => formatCell(cells[column] ?? '')).join(','))
}

function productCells(product: ExportedProduct): Cells {
  return {
    Handle: product.handle,
    Title: product.name,
    'Body (HTML)': product.description_html,
    Vendor: product.vendor,
    Type: product.kind === 'package' ? 'Package' : (product.category_name ?? ''),
    Tags: product.tags.join(', '),
    Published: String(product.active),
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': product.sku,
    'Variant Grams': product.weight_grams,
    'Variant Inventory Tracker': product.stock === null ? '' : 'shopify',
    'Variant Inventory Qty': product.stock ?? '',
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': formatAmount(product.price_cents),
    'Variant Compare At Price': product.compare_at_cents === null ? '' : formatAmount(product.compare_at_cents),
    'Variant Requires Shipping': 'true',
    'Variant Taxable': String(!product.tax_exempt),
    'Variant Barcode': product.barcode ?? '',
    Status: product.active ? 'active' : 'draft',
    PV: product.pv,
    'Commissionable Share': product.commissionable_bp / 100,
    Shelf: product.shelf,
    ID: product.id,
  }
}

/**
 * References a stored picture by its largest size; importing it again finds the same picture instead of adding a copy.
 */
function imageCells({ file, source_url, alt }: StoredImage, position: number): Cells {
  const src = file === null ? (source_url ?? '') : `${toPictureSrc(file)}-1280.webp`
  return { 'Image Src': src, 'Image Position': position, 'Image Alt Text': alt }
}

const formatAmount = (value: number): string => toDollars(cents(value)).toFixed(2)

/** Numbers are never negative, so they need no guard against formulas. */
const formatCell = (cell: string | number): string => (typeof cell === 'number' ? String(cell) : csvCell(cell))
