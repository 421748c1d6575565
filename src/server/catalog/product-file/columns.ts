import type { Row } from '#server/platform/csv/row.ts'

/** Shopify's columns that the shop reads or writes, in Shopify's order; others in a file are ignored. */
export const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Value',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Variant Image',
  'Status',
  'PV',
  // Of the price, in percent: how much of it is CV (docs/plan §1).
  'Commissionable Share',
  'Shelf',
] as const
export type Column = (typeof COLUMNS)[number]

export const REQUIRED_COLUMNS: readonly Column[] = ['Handle', 'Title', 'Variant Price']

/** A row of a product file. */
export type ProductRow = Row<Column>

/** What a product file can say about a product that the shop already has; what the file leaves out stays. */
export type Covered = {
  description: boolean
  vendor: boolean
  type: boolean
  tags: boolean
  sku: boolean
  barcode: boolean
  weight: boolean
  stock: boolean
  compareAt: boolean
  active: boolean
  taxExempt: boolean
  pv: boolean
  shelf: boolean
}

export function coveredBy(has: (column: Column) => boolean): Covered {
  return {
    description: has('Body (HTML)'),
    vendor: has('Vendor'),
    type: has('Type'),
    tags: has('Tags'),
    sku: has('Variant SKU'),
    barcode: has('Variant Barcode'),
    weight: has('Variant Grams'),
    stock: has('Variant Inventory Qty'),
    compareAt: has('Variant Compare At Price'),
    active: has('Status') || has('Published'),
    taxExempt: has('Variant Taxable'),
    pv: has('PV'),
    shelf: has('Shelf'),
  }
}
