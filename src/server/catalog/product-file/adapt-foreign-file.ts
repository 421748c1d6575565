import { toSlug } from '#domain/text/slug.ts'
import type { RowAdapter } from '#server/platform/csv/read-rows.ts'
import type { Column } from './columns.ts'
import { addDollars, type Cells, FORMATS, type ForeignFormat, type ForeignRow } from './foreign-formats.ts'

/**
 * Recognizes the export of another shop program by its heading, and translates its rows to Shopify's columns. Products
 * without a handle get one made from their title, so that the same file finds them again.
 */
export function adaptForeignFile(heading: readonly string[]): RowAdapter<Column> | undefined {
  const indexes = new Map(heading.map((name, index) => [name.trim().toLowerCase(), index]))
  if (indexes.has('handle') || indexes.has('url handle')) return undefined
  const format = FORMATS.find(({ signature }) => signature.every((name) => indexes.has(name)))
  if (!format) return undefined
  const sources = Object.entries(format.columns) as [Column, string][]
  const present = sources.filter(([column, name]) => indexes.has(name) || column === 'Variant Grams')
  const columns = new Set<Column>(['Handle', 'Option1 Value', ...present.map(([column]) => column)])
  const nameOf = (column: Column) => {
    const index = indexes.get(format.columns[column] ?? (column === 'Handle' ? (format.columns.Title ?? '') : ''))
    return index === undefined ? column : (heading[index]?.trim() ?? column)
  }
  return { columns, nameOf, ...makeTranslator(format, indexes) }
}

type ShopRow = { line: number; cells: Cells }

function makeTranslator(format: ForeignFormat, indexes: ReadonlyMap<string, number>) {
  const usedHandles = new Set<string>()
  const parents = new Map<string, ForeignRow>()
  /** The product above, which waits until it is known whether it has variants. */
  let pending: (ForeignRow & { line: number }) | undefined
  /** The product above, once a variant of it was translated. */
  let current: Cells | undefined

  function chooseHandle(cells: Cells, line: number): string {
    const base = cells.Handle?.trim() || toSlug(cells.Title ?? '')
    let handle = base
    // Products with the same title differ in their SKU.
    if (usedHandles.has(handle)) handle = `${base}-${toSlug(cells['Variant SKU'] ?? '') || line}`
    usedHandles.add(handle)
    return handle
  }

  function translate({ cells, images = [] }: ForeignRow, line: number, handle = chooseHandle(cells, line)): ShopRow[] {
    const [first = '', ...rest] = images
    return [
      { line, cells: { ...cells, Handle: handle, 'Image Src': first } },
      ...rest.map((image) => ({ line, cells: { Handle: handle, 'Image Src': image } })),
    ]
  }

  function flush(): ShopRow[] {
    const product = pending
    pending = undefined
    return product ? translate({ ...product, cells: { ...product.cells, 'Option1 Value': '' } }, product.line) : []
  }

  /** A variant of a product that may be anywhere above. */
  function translateChild(parent: ForeignRow, { cells, images = [] }: ForeignRow, line: number): ShopRow[] {
    const option = cells['Option1 Value'] ?? ''
    const title = parent.cells.Title ?? ''
    const merged = { ...withDefaults(cells, parent.cells), Title: option === '' ? title : `${title} – ${option}` }
    const handle = option === '' ? undefined : `${toSlug(title)}--${toSlug(option)}`
    const row = { cells: { ...merged, ...(handle && { Handle: handle }), 'Option1 Value': '' } }
    return translate({ ...row, images: images.length > 0 ? images : (parent.images ?? []) }, line)
  }

  function translateVariant(row: ForeignRow, line: number): ShopRow[] {
    const first = pending
    if (first) {
      pending = undefined
      const merged = withDefaults(priced(row.cells, first.cells), first.cells)
      const [translated, ...pictures] = translate({ cells: merged, images: first.images ?? [] }, first.line)
      current = { ...first.cells, Handle: translated?.cells.Handle ?? '' }
      return translated ? [{ ...translated, line: first.line }, ...pictures] : []
    }
    if (!current) return translate(row, line)
    const cells = priced(row.cells, current)
    const price = cells['Variant Price'] || current['Variant Price'] || ''
    return [{ line, cells: { ...cells, Title: '', Handle: current.Handle ?? '', 'Variant Price': price } }]
  }

  return {
    push({ line, cells }: { line: number; cells: readonly string[] }): ShopRow[] {
      const cell = (name: string) => {
        const index = indexes.get(name)
        return index === undefined ? '' : (cells[index] ?? '')
      }
      const record = format.read(cell)
      if (record.role === 'variant') {
        if (record.key === undefined) {
          // Squarespace writes the first variant in the row of the product.
          const above = pending
          if (above && (above.cells['Option1 Value'] ?? '') !== '') {
            pending = undefined
            const [translated, ...pictures] = translate(above, above.line)
            current = { ...above.cells, Handle: translated?.cells.Handle ?? '' }
            return [...(translated ? [translated] : []), ...pictures, ...translateVariant(record, line)]
          }
          return translateVariant(record, line)
        }
        const parent = parents.get(record.key)
        return [...flush(), ...(parent ? translateChild(parent, record, line) : translate(record, line))]
      }
      const flushed = flush()
      current = undefined
      if (record.role === 'parent') parents.set(record.key, record)
      else pending = { ...record, line }
      return flushed
    },
    end: flush,
  }
}

/** Fills empty cells. */
const withDefaults = (cells: Cells, defaults: Cells): Cells => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== '')),
})

/** Adds a surcharge to the price of the product. */
function priced(cells: Cells, product: Cells): Cells {
  const price = cells['Variant Price'] ?? ''
  if (!price.startsWith('+')) return cells
  return {
    ...cells,
    'Variant Price': addDollars(product['Variant Price'] ?? '', price.slice(1)),
    'Variant Compare At Price': '',
  }
}
