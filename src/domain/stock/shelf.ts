/** A product's shelf, as labeled by the shop: empty if unknown. */
export type ShelfPosition = { shelf: string; name: string; sku: string }

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/**
 * Compares along the shelves: A2 before A10; products without a shelf are last, then by SKU, and by name if there is
 * none.
 */
export function compareByShelf(a: ShelfPosition, b: ShelfPosition): number {
  return compareEmptyLast(a.shelf, b.shelf) || compareEmptyLast(a.sku, b.sku) || compare(a.name, b.name)
}

function compareEmptyLast(a: string, b: string): number {
  if ((a === '') !== (b === '')) return a === '' ? 1 : -1
  return compare(a, b)
}
