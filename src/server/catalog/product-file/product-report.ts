import type { ComparedRow } from './compare.queries.ts'

const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'title',
  price_cents: 'price',
  compare_at_cents: 'compare-at price',
  sku: 'SKU',
  description_html: 'description',
  weight_grams: 'weight',
  tax_exempt: 'tax',
  pv: 'PV',
  commissionable_bp: 'commissionable share',
  category_id: 'category',
  images: 'pictures',
}
const MAX_FIRST = 20
/** Rows reported from the end, where a spreadsheet's sum row would show up. */
const MAX_LAST = 5

export type ReportedProduct = { line: number; handle: string; name: string; note?: string }

/** The number of items, with the first and the last of them. */
export class Reported<Item = ReportedProduct> {
  count = 0
  readonly first: Item[] = []
  readonly last: Item[] = []

  add(item: Item): void {
    this.count++
    if (this.first.length < MAX_FIRST) this.first.push(item)
    else if (this.last.push(item) > MAX_LAST) this.last.shift()
  }
}

export type SharedBarcode = { barcode: string; products: ReportedProduct[]; others: string[] }

/** Result of an import or a preview, in addition to its counts. */
export type ProductReport = {
  added: Reported
  changed: Reported
  /** Existing products with old and new stock. */
  stockChanged: Reported
  /** Existing products whose stock differs in the file and is not changed. */
  stockLeft: Reported
  soldOut: Reported
  free: Reported
  withoutPicture: Reported
  /** Number of products whose only pictures are URLs, which are never fetched. */
  onlyAddresses: number
  withoutCategory: Reported
  sharedBarcodes: Reported<SharedBarcode>
}

export const emptyReport = (): ProductReport => ({
  added: new Reported(),
  changed: new Reported(),
  stockChanged: new Reported(),
  stockLeft: new Reported(),
  soldOut: new Reported(),
  free: new Reported(),
  withoutPicture: new Reported(),
  onlyAddresses: 0,
  withoutCategory: new Reported(),
  sharedBarcodes: new Reported(),
})

export const describeStockChange = (from: number | null, to: number | null): string =>
  `${from ?? 'not counted'} → ${to ?? 'not counted'}`

/**
 * Adds a row to the report. Returns true if it is to be merged. `isCounted` means that the file sets the stock of known
 * products.
 */
export function addToReport(report: ProductReport, row: ComparedRow, isCounted: boolean): boolean {
  const { line, handle, name } = row
  const item = { line, handle, name }
  const stock = row.stock_differs && isCounted ? row.file_stock : row.stock
  if (!row.is_known) report.added.add(item)
  else if (row.changes.length > 0)
    report.changed.add({ ...item, note: row.changes.map(({ field }) => FIELD_LABELS[field] ?? field).join(', ') })
  if (row.stock_differs && !isCounted) {
    report.stockLeft.add({
      ...item,
      note: `${row.stock ?? 'not counted'}, in the file ${row.file_stock ?? 'not counted'}`,
    })
  }
  if (row.active) {
    if (stock === 0) report.soldOut.add(item)
    if (row.price_cents === 0) report.free.add(item)
    if (!row.has_category) report.withoutCategory.add(item)
    if (row.pictures !== 'shown') report.withoutPicture.add(item)
    if (row.pictures === 'address') report.onlyAddresses++
  }
  return !row.is_known || row.changes.length > 0 || (row.stock_differs && isCounted)
}

/** `inFile` maps barcodes to the file's products, `inShop` to names of other products. */
export function addSharedBarcodes(
  report: ProductReport,
  fileProducts: ReadonlyMap<string, readonly ReportedProduct[]>,
  shopNames: ReadonlyMap<string, string[]>,
): void {
  for (const [barcode, products] of fileProducts) {
    const others = shopNames.get(barcode) ?? []
    if (products.length + others.length > 1) report.sharedBarcodes.add({ barcode, products: [...products], others })
  }
}
