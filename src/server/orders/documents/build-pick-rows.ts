import { findOpenLines } from '#domain/fulfillment/state.ts'
import { compareByShelf } from '#domain/stock/shelf.ts'
import type { DocumentOrder, ShelfProduct } from './document.queries.ts'
import { listShippableLines } from './parcel.ts'

export type PickRow = ShelfProduct & { orders: { id: number; quantity: number }[] }

/** Sums the unpacked goods by product, sorted by shelf; packages are split into their contents. */
export function buildPickRows(orders: readonly DocumentOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const order of orders) {
    for (const { quantity, ...product } of listUnpackedGoods(order)) {
      const key = `${product.sku}\0${product.name}`
      const row = rows.get(key) ?? { ...product, quantity: 0, orders: [] }
      rows.set(key, row)
      row.quantity += quantity
      const existing = row.orders.find(({ id }) => id === order.id)
      if (existing) existing.quantity += quantity
      else row.orders.push({ id: order.id, quantity })
    }
  }
  return [...rows.values()].sort(compareByShelf)
}

/** Returns the unpacked goods of an order; none for a canceled one. */
export function listUnpackedGoods(order: DocumentOrder): ShelfProduct[] {
  if (order.status === 'canceled') return []
  return findOpenLines(listShippableLines(order), order.shipments).flatMap(({ position, quantity }) => {
    const line = order.lines.find((candidate) => candidate.position === position)
    if (!line) return []
    return listParts(line).map((part) => ({ ...part, quantity: part.quantity * quantity }))
  })
}

/**
 * Returns the products on the shelves that make up one unit of a line: the product itself or the contents of a package.
 */
export function listParts({ contents, ...line }: DocumentOrder['lines'][number]): ShelfProduct[] {
  const { product_id, sku, barcode, same_barcode, name, shelf, image_file } = line
  return contents.length > 0
    ? contents
    : [{ product_id, sku, barcode, same_barcode, name, shelf, image_file, quantity: 1 }]
}
