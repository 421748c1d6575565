import { MAX_PRICE, TEXT_LIMIT } from '#contract/base/limits.ts'
import { productStatuses } from '#domain/catalog/product-content.ts'
import { formatDollars, parseDollars, toDollars } from '#domain/money/money.ts'
import { type ProductRow, type ProductStatus, statusLabels } from '../product-labels.ts'

export type GridField =
  | 'name'
  | 'price'
  | 'compare_at_price'
  | 'pv'
  | 'sku'
  | 'barcode'
  | 'weight_grams'
  | 'shelf'
  | 'category_id'
  | 'status'

export type GridColumn = { field: GridField; header: string; end?: true; width: string }

export const gridColumns: readonly GridColumn[] = [
  { field: 'name', header: 'Name', width: 'min-w-56' },
  { field: 'price', header: 'Price', end: true, width: 'min-w-24' },
  { field: 'compare_at_price', header: 'Compare at', end: true, width: 'min-w-24' },
  { field: 'pv', header: 'PV', end: true, width: 'min-w-16' },
  { field: 'sku', header: 'SKU', width: 'min-w-28' },
  { field: 'barcode', header: 'Barcode', width: 'min-w-32' },
  { field: 'weight_grams', header: 'Weight (g)', end: true, width: 'min-w-20' },
  { field: 'shelf', header: 'Shelf', width: 'min-w-20' },
  { field: 'category_id', header: 'Category', width: 'min-w-36' },
  { field: 'status', header: 'Status', width: 'min-w-24' },
]

/** Category names by id. */
export type Categories = ReadonlyMap<number, string>

/** The text of a cell, which `parseCell` reads back. */
export function formatCell(row: ProductRow, field: GridField, categories: Categories): string {
  switch (field) {
    case 'price':
      return formatDollars(row.price)
    case 'compare_at_price':
      return row.compare_at_price === null ? '' : formatDollars(row.compare_at_price)
    case 'pv':
    case 'weight_grams':
      return row[field].toLocaleString('en-US')
    case 'category_id':
      return row.category_id === null ? '' : (categories.get(row.category_id) ?? row.category ?? '')
    case 'status':
      return statusLabels[row.status]
    case 'barcode':
      return row.barcode ?? ''
    default:
      return row[field]
  }
}

type CellValue = { value: string | number | null; error?: never } | { value?: never; error: string }

const MAX_PV = 1_000_000
const MAX_WEIGHT_GRAMS = 100_000_000

/** Reads an entered or pasted text as the contract expects the field. */
export function parseCell(field: GridField, text: string, categories: Categories): CellValue {
  const trimmed = text.trim()
  if (trimmed.length > TEXT_LIMIT) return { error: `Enter at most ${TEXT_LIMIT} characters.` }
  switch (field) {
    case 'name':
      return trimmed === '' ? { error: 'Enter a name.' } : { value: trimmed }
    case 'price':
      return parseAmount(trimmed)
    case 'compare_at_price':
      return trimmed === '' ? { value: null } : parseAmount(trimmed)
    case 'pv':
      return parseWhole(trimmed, MAX_PV, 'Enter a whole number of points.')
    case 'weight_grams':
      return parseWhole(trimmed, MAX_WEIGHT_GRAMS, 'Enter whole grams.')
    case 'barcode':
      return { value: trimmed === '' ? null : trimmed }
    case 'category_id':
      return parseCategory(trimmed, categories)
    case 'status': {
      const status = productStatuses.find((known) => known === trimmed.toLowerCase())
      return status ? { value: status satisfies ProductStatus } : { error: 'Enter Draft, Active or Archived.' }
    }
    default:
      return { value: trimmed }
  }
}

function parseAmount(text: string): CellValue {
  const amount = parseDollars(text)
  if (amount === undefined) {
    return {
      error: /^\$?\d+,\d{1,2}$/.test(text)
        ? 'Use a point before cents, as in 12.50.'
        : 'Enter an amount, such as 12.50.',
    }
  }
  return toDollars(amount) > MAX_PRICE ? { error: 'This amount is too high.' } : { value: toDollars(amount) }
}

function parseWhole(text: string, max: number, error: string): CellValue {
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d{1,10})$/.test(text)) return { error }
  const value = Number(text.replaceAll(',', ''))
  return value <= max ? { value } : { error }
}

/** A name without its parent is enough if only one category has it. */
function parseCategory(text: string, categories: Categories): CellValue {
  if (text === '') return { value: null }
  const name = text.toLowerCase()
  const labels = [...categories].map(([id, label]) => ({ id, label: label.toLowerCase() }))
  const exact = labels.filter(({ label }) => label === name)
  const matches = exact.length > 0 ? exact : labels.filter(({ label }) => label.endsWith(`› ${name}`))
  const [match] = matches
  if (!match) return { error: `There is no category “${text}”.` }
  return matches.length > 1 ? { error: `Several categories are named “${text}”.` } : { value: match.id }
}
