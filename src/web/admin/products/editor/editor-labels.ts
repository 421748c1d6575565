import type { AdminResponse } from '#contract/admin-calls.ts'
import type { ProductFields } from '#contract/catalog/admin-calls.ts'
import { toShopTime } from '#domain/calendar/shop-time.ts'
import type { DocumentKind, ProductStatus, SizeUnit } from '#domain/catalog/product-content.ts'
import { formatDollars } from '#domain/money/money.ts'
import type { StateTone } from '../../ui/StateDot.tsx'
import type { ManagedProduct } from './product-draft.ts'

export type ProductVersion = AdminResponse<'productHistory'>['data'][number]

export const statusLabels: Record<ProductStatus, { label: string; tone: StateTone; hint: string }> = {
  draft: { label: 'Draft', tone: 'waiting', hint: 'Not in the store yet' },
  active: { label: 'Active', tone: 'good', hint: 'For sale' },
  archived: { label: 'Archived', tone: 'idle', hint: 'No longer for sale' },
}

/** Names of the fields, as the editor and its history show them. */
export const fieldLabels: Record<keyof ProductFields, string> = {
  name: 'Name',
  kind: 'Kind',
  category_id: 'Category',
  vendor: 'Vendor',
  sku: 'SKU',
  barcode: 'Barcode',
  description_html: 'Description',
  price: 'Price',
  compare_at_price: 'Compare-at price',
  sale_price: 'Sale price',
  sale_from: 'Sale from',
  sale_until: 'Sale until',
  pv: 'PV',
  commissionable_bp: 'Commissionable share',
  tax_exempt: 'Tax',
  weight_grams: 'Weight',
  shelf: 'Shelf',
  tags: 'Tags',
  status: 'Status',
  visible_from: 'Visible from',
  visible_until: 'Visible until',
  handle: 'URL handle',
  page_title: 'Page title',
  page_description: 'Page description',
  search_words: 'Search words',
  size_amount: 'Size',
  size_unit: 'Size unit',
  family_id: 'Family',
  option_value: 'Option',
  swatch: 'Swatch',
  images: 'Pictures',
  contents: 'Contents',
  related: 'Related products',
  documents: 'Documents',
}
export const labelOf = (field: string): string => fieldLabels[field as keyof ProductFields] ?? field

export const unitLabels: Record<SizeUnit, string> = {
  fl_oz: 'fl oz',
  oz: 'oz',
  lb: 'lb',
  ml: 'ml',
  l: 'l',
  g: 'g',
  kg: 'kg',
  pc: 'pieces',
}
export const documentLabels: Record<DocumentKind, string> = {
  safety: 'Safety data sheet',
  technical: 'Technical sheet',
  other: 'Other document',
}
const sourceLabels: Record<ProductVersion['source'], string> = {
  first: 'First version',
  edit: 'Edited',
  bulk: 'Changed together with others',
  import: 'Imported',
  restore: 'Restored',
  undo: 'Import undone',
}

/** Describes the origin of a version: an import and its undo are named after the file. */
export function describeSource({ source, file_name }: Pick<ProductVersion, 'source' | 'file_name'>): string {
  if (file_name === null) return sourceLabels[source]
  if (source === 'first') return `Added with ${file_name}`
  return source === 'undo' ? `Import of ${file_name} undone` : `Import of ${file_name}`
}

const MAX_SHOWN = 80

/** The product in words, by field, to show what someone else changed. */
export function describeProduct({
  fields,
  category,
  contents,
  related,
  family,
}: ManagedProduct): Record<string, string> {
  const described: Partial<Record<keyof ProductFields, string>> = {
    category_id: category ?? '',
    family_id: family?.name ?? '',
    tax_exempt: fields.tax_exempt ? 'Not taxed' : 'Taxed',
    commissionable_bp: `${fields.commissionable_bp / 100}%`,
    weight_grams: `${fields.weight_grams} g`,
    description_html: fields.description_html.replaceAll(/<[^<>]*>/g, ' ').replaceAll(/\s+/g, ' '),
    tags: fields.tags.join(', '),
    images: fields.images
      .map(({ src, source_url, alt }, index) => alt || `Picture ${index + 1} (${src ?? source_url})`)
      .join(', '),
    contents: contents.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    related: related.map(({ name }) => name).join(', '),
    documents: fields.documents.map(({ title }) => title).join(', '),
  }
  for (const name of ['price', 'compare_at_price', 'sale_price'] as const) {
    const amount = fields[name]
    described[name] = amount === null ? '' : formatDollars(amount)
  }
  for (const name of ['sale_from', 'sale_until', 'visible_from', 'visible_until'] as const) {
    const time = fields[name]
    described[name] = time === null ? '' : toShopTime(time).replace('T', ' ')
  }
  const names = Object.keys(fieldLabels) as (keyof ProductFields)[]
  return Object.fromEntries(
    names.map((name) => [fieldLabels[name], shorten(described[name] ?? String(fields[name] ?? ''))]),
  )
}

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

type Part = { price: number; quantity: string }
/** Returns the sum of the prices of a package’s parts, in cents; undefined if a quantity is no number. */
export function sumParts(parts: readonly Part[]): number | undefined {
  const total = parts.reduce(
    (sum, { price, quantity }) => sum + Math.round(price * 100) * Number(quantity || Number.NaN),
    0,
  )
  return Number.isSafeInteger(total) ? total : undefined
}

/** `$12.00 (20%) less than its parts` */
export function comparePackage(priceCents: number, partsCents: number): string {
  const difference = partsCents - priceCents
  if (difference === 0) return 'the same as its parts'
  const percent = partsCents === 0 ? '' : ` (${Math.round((Math.abs(difference) / partsCents) * 100)}%)`
  return `${formatDollars(Math.abs(difference) / 100)}${percent} ${difference > 0 ? 'less' : 'more'} than its parts`
}
