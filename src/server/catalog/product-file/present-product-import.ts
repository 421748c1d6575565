import { importNotes, type ProductImport, type ProductImportRow } from '#contract/catalog/product-imports.ts'
import { cents, formatCents, toDollars } from '#domain/money/money.ts'
import type { CoveredFields } from './columns.ts'
import { coveredFieldsOf } from './compare-product-import.ts'
import type { FieldChange } from './compared-fields.ts'
import type { PictureCounts } from './import-picture.queries.ts'
import type { ListedRow } from './import-rows.queries.ts'
import type { ImportRun } from './product-import.queries.ts'
import type { UndoCounts } from './undo-import.queries.ts'

const MAX_TEXT = 200

/** Names of the fields on the wire. */
const coveredNames: Record<Exclude<keyof CoveredFields, 'options'>, string> = {
  name: 'name',
  price: 'price',
  compareAt: 'compare_at_price',
  description: 'description_html',
  vendor: 'vendor',
  type: 'kind',
  category: 'category_id',
  tags: 'tags',
  sku: 'sku',
  barcode: 'barcode',
  weight: 'weight_grams',
  stock: 'stock',
  active: 'status',
  taxExempt: 'tax_exempt',
  pv: 'pv',
  shelf: 'shelf',
}
const wireNames: Readonly<Record<string, string>> = { price_cents: 'price', compare_at_cents: 'compare_at_price' }

export function presentProductImport(
  run: ImportRun,
  { pictures, undone }: { pictures: PictureCounts; undone: UndoCounts },
): ProductImport {
  const { counts } = run
  const notes = counts.notes ?? {}
  return {
    ...presentImportSummary(run),
    version: String(run.comparison),
    percent: run.total === 0 ? 0 : Math.min(100, Math.floor((run.done / run.total) * 100)),
    refusal: run.refusal,
    counts: {
      new: counts.new ?? 0,
      changed: counts.changed ?? 0,
      unchanged: counts.unchanged ?? 0,
      refused: counts.refused ?? 0,
      stock_differs: counts.stock_differs ?? 0,
      only_stock_differs: counts.only_stock_differs ?? 0,
      others: counts.others ?? 0,
    },
    notes: Object.fromEntries(importNotes.map((note) => [note, notes[note] ?? 0])) as ProductImport['notes'],
    kept_fields: listKeptFields(run),
    ignored_columns: run.ignored_columns,
    updates_stock: run.updates_stock,
    skipped: run.skipped,
    ...undone,
    ended_at: run.ended_at?.toISOString() ?? null,
    pictures: { fetching: run.fetches_pictures, ...pictures },
  }
}

export const presentImportSummary = ({
  id,
  file_name,
  state,
  added,
  changed,
  requested_by,
  requested_at,
}: ImportRun) => ({
  ...{ import_id: id, file_name, state, added, changed, requested_by },
  requested_at: requested_at.toISOString(),
})

function listKeptFields(run: ImportRun): string[] {
  const covered = coveredFieldsOf(run)
  const kept = Object.entries(coveredNames).flatMap(([field, name]) =>
    covered[field as keyof typeof coveredNames] ? [] : [name],
  )
  return [...kept, ...(run.columns['Image Src'] || run.columns['Variant Image'] ? [] : ['images'])]
}

export function presentImportRow(row: ListedRow, { showsStock }: { showsStock: boolean }): ProductImportRow {
  const { price_cents: price, changes, stock, stock_before, stock_differs } = row
  const stockChange = { field: 'stock', before: describeStock(stock_before), after: describeStock(stock) }
  return {
    ...{ line: row.line, handle: row.handle, name: row.name ?? '', outcome: row.outcome, product_id: row.product_id },
    price: price === null ? null : toDollars(cents(price)),
    changes: [...changes.map(presentChange), ...(showsStock && stock_differs ? [stockChange] : [])],
    ...{ notes: row.notes, refusal: row.refusal, result: row.result, undo: row.undo },
  }
}

const presentChange = ({ field, before, after }: FieldChange) => ({
  field: wireNames[field] ?? field,
  before: describe(field, before),
  after: describe(field, after),
})

const describeStock = (stock: number | null): string => (stock === null ? 'Not tracked' : stock.toLocaleString('en-US'))

function describe(field: string, value: unknown): string {
  if (value === null) return ''
  switch (field) {
    case 'price_cents':
    case 'compare_at_cents':
      return formatCents(cents(Number(value)))
    case 'commissionable_bp':
      return `${Number(value) / 100}%`
    case 'weight_grams':
      return `${Number(value).toLocaleString('en-US')} g`
    case 'tax_exempt':
      return value === true ? 'Not taxed' : 'Taxed'
    case 'status':
      return String(value).replace(/^./, (letter) => letter.toUpperCase())
    case 'kind':
      return value === 'package' ? 'Package' : 'Product'
    case 'images':
      return `${Number(value)} ${value === 1 ? 'picture' : 'pictures'}`
    case 'tags':
      return Array.isArray(value) ? shorten(value.join(', ')) : ''
    case 'description_html':
      return shorten(
        String(value)
          .replaceAll(/<[^<>]*>?/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    default:
      return shorten(String(value))
  }
}

const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
