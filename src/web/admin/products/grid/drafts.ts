import type { AdminInput } from '#contract/admin-calls.ts'
import type { ProductRow } from '../product-labels.ts'
import { type Categories, formatCell, type GridField, gridColumns, parseCell } from './cells.ts'

/** Unsaved texts of a product’s cells, and the product they are based on. */
export type Draft = { row: ProductRow; cells: Partial<Record<GridField, string>> }
/** Drafts by product id. */
export type Drafts = ReadonlyMap<number, Draft>
export type CellEdit = { row: ProductRow; field: GridField; text: string }

export const cellKey = (productId: number, field: GridField): string => `${productId}.${field}`

/** Sets texts of cells. A cell that shows its saved text again is no longer a draft. */
export function editCells(drafts: Drafts, edits: readonly CellEdit[], categories: Categories): Drafts {
  const next = new Map(drafts)
  for (const { row, field, text } of edits) {
    const draft = next.get(row.product_id) ?? { row, cells: {} }
    const { [field]: _former, ...others } = draft.cells
    const isSaved = text.trim() === formatCell(draft.row, field, categories)
    const cells = isSaved ? others : { ...others, [field]: text }
    if (Object.keys(cells).length > 0) next.set(row.product_id, { row: draft.row, cells })
    else next.delete(row.product_id)
  }
  return next
}

type ProductEdits = AdminInput<'changeProducts'>['body']['products']

/** The products to save, and messages of cells that cannot be saved, by cell. */
export function readDrafts(
  drafts: Drafts,
  categories: Categories,
): { products: ProductEdits; errors: Map<string, string> } {
  const errors = new Map<string, string>()
  const products = [...drafts.values()].map(({ row, cells }) => {
    const fields: Record<string, unknown> = {}
    for (const { field } of gridColumns) {
      const text = cells[field]
      if (text === undefined) continue
      const { value, error } = parseCell(field, text, categories)
      if (error !== undefined) errors.set(cellKey(row.product_id, field), error)
      else fields[field] = value
    }
    return { product_id: row.product_id, fields, expected_version: row.version }
  })
  return { products, errors }
}

/** Another value that someone else saved in a cell with a draft. */
export type Conflict = { row: ProductRow; field: GridField; theirs: string; yours: string }

/** Bases the drafts on the products as they are now, and lists the cells that both changed. */
export function rebaseDrafts(
  drafts: Drafts,
  current: readonly ProductRow[],
  categories: Categories,
): { drafts: Drafts; conflicts: Conflict[] } {
  const next = new Map(drafts)
  const conflicts: Conflict[] = []
  for (const row of current) {
    const draft = drafts.get(row.product_id)
    if (!draft) continue
    const cells: Draft['cells'] = {}
    for (const { field } of gridColumns) {
      const yours = draft.cells[field]
      const theirs = formatCell(row, field, categories)
      if (yours === undefined || yours.trim() === theirs) continue
      cells[field] = yours
      if (theirs !== formatCell(draft.row, field, categories)) conflicts.push({ row, field, theirs, yours })
    }
    if (Object.keys(cells).length > 0) next.set(row.product_id, { row, cells })
    else next.delete(row.product_id)
  }
  return { drafts: next, conflicts }
}

/**
 * Finds the cells of a refusal’s messages, which are named by the position of the product, as `products.0.price`.
 * Messages about other fields are shown at the name.
 */
export function findCellErrors(errors: Readonly<Record<string, string>>, products: ProductEdits): Map<string, string> {
  const known = new Set<string>(gridColumns.map(({ field }) => field))
  return new Map(
    Object.entries(errors).flatMap(([name, message]) => {
      const [, index, field = ''] = /^products\.(\d+)(?:\.(?:fields\.)?(\w+))?$/.exec(name) ?? []
      const product = index === undefined ? undefined : products[Number(index)]
      if (!product) return []
      const shownAt = field === 'sale_price' ? 'price' : known.has(field) ? (field as GridField) : 'name'
      return [[cellKey(Number(product.product_id), shownAt), message] as const]
    }),
  )
}
