import type { Row } from '#server/platform/csv/row.ts'

/** Shopify's columns that the shop reads or writes, in Shopify's order. Other columns of a file are ignored. */
export const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
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
  'Gift Card',
  'Variant Image',
  'Status',
  'PV',
  // Percentage of the price that is CV (docs/plan §1).
  'Commissionable Share',
  'Shelf',
] as const
export type Column = (typeof COLUMNS)[number]

/** Columns required for an update of known products. New products also need a title and a price. */
export const REQUIRED_COLUMNS: readonly Column[] = ['Handle']

/** Columns that Shopify has renamed, by their names since 2024. */
export const COLUMN_ALIASES: Readonly<Record<string, Column>> = {
  'url handle': 'Handle',
  description: 'Body (HTML)',
  'published on online store': 'Published',
  sku: 'Variant SKU',
  'weight value (grams)': 'Variant Grams',
  'inventory tracker': 'Variant Inventory Tracker',
  'inventory quantity': 'Variant Inventory Qty',
  'inventory policy': 'Variant Inventory Policy',
  'continue selling when out of stock': 'Variant Inventory Policy',
  'fulfillment service': 'Variant Fulfillment Service',
  price: 'Variant Price',
  'compare-at price': 'Variant Compare At Price',
  'compare at price': 'Variant Compare At Price',
  'requires shipping': 'Variant Requires Shipping',
  'charge tax': 'Variant Taxable',
  barcode: 'Variant Barcode',
  'product image url': 'Image Src',
  'variant image url': 'Variant Image',
}

/** A row of a product file. */
export type ProductRow = Row<Column>

/** Fields of existing products that a product file covers. Others keep their values. */
export type CoveredFields = {
  name: boolean
  /** True if titles name single variants instead of all of them. */
  options: boolean
  price: boolean
  description: boolean
  vendor: boolean
  type: boolean
  category: boolean
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

export function findCoveredFields(hasColumn: (column: Column) => boolean): CoveredFields {
  return {
    name: hasColumn('Title'),
    options: hasColumn('Option1 Value'),
    price: hasColumn('Variant Price'),
    description: hasColumn('Body (HTML)'),
    vendor: hasColumn('Vendor'),
    type: hasColumn('Type'),
    category: hasColumn('Type') || hasColumn('Product Category'),
    tags: hasColumn('Tags'),
    sku: hasColumn('Variant SKU'),
    barcode: hasColumn('Variant Barcode'),
    weight: hasColumn('Variant Grams'),
    stock: hasColumn('Variant Inventory Qty'),
    compareAt: hasColumn('Variant Compare At Price'),
    active: hasColumn('Status') || hasColumn('Published'),
    taxExempt: hasColumn('Variant Taxable'),
    pv: hasColumn('PV'),
    shelf: hasColumn('Shelf'),
  }
}
