import { openLines } from '#domain/fulfillment/state.ts'
import { alongTheShelves } from '#domain/stock/shelf.ts'
import type { PaperOrder, ShelfProduct } from './paper.queries.ts'
import { shippableLines } from './parcel.ts'

export type PickRow = ShelfProduct & { orders: { id: number; quantity: number }[] }

/** Sums the unpacked goods by product, sorted by shelf; packages are split into their contents. */
export function pickRows(orders: readonly PaperOrder[]): PickRow[] {
  const rows = new Map<string, PickRow>()
  for (const order of orders) {
    for (const { quantity, ...product } of toFetch(order)) {
      const key = `${product.sku}\0${product.name}`
      const row = rows.get(key) ?? { ...product, quantity: 0, orders: [] }
      rows.set(key, row)
      row.quantity += quantity
      const own = row.orders.find(({ id }) => id === order.id)
      if (own) own.quantity += quantity
      else row.orders.push({ id: order.id, quantity })
    }
  }
  return [...rows.values()].sort(alongTheShelves)
}

/** Returns the unpacked goods of an order; none for a canceled one. */
export function toFetch(order: PaperOrder): ShelfProduct[] {
  if (order.status === 'canceled') return []
  return openLines(shippableLines(order), order.shipments).flatMap(({ position, quantity }) => {
    const line = order.lines.find((one) => one.position === position)
    if (!line) return []
    return partsOf(line).map((part) => ({ ...part, quantity: part.quantity * quantity }))
  })
}

/**
 * Returns the products on the shelves that make up one unit of a line: the product itself or the contents of a package.
 */
export function partsOf({ contents, ...line }: PaperOrder['lines'][number]): ShelfProduct[] {
  const { product_id, sku, barcode, same_barcode, name, shelf, image_file } = line
  return contents.length > 0
    ? contents
    : [{ product_id, sku, barcode, same_barcode, name, shelf, image_file, quantity: 1 }]
}
