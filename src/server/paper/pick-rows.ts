import { openLines } from '#domain/fulfillment/state.ts'
import { alongTheShelves } from '#domain/stock/shelf.ts'
import type { PaperOrder, ShelfProduct } from './paper.queries.ts'
import { shippableLines } from './parcel.ts'

export type PickRow = ShelfProduct & { orders: { id: number; quantity: number }[] }

/** Sums by product over what is not packed yet, packages as what is in them, along the shelves. */
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

/** What is not packed yet of an order; nothing of a canceled one. */
export function toFetch(order: PaperOrder): ShelfProduct[] {
  if (order.status === 'canceled') return []
  return openLines(shippableLines(order), order.shipments).flatMap(({ position, quantity }) => {
    const line = order.lines.find((one) => one.position === position)
    if (!line) return []
    return partsOf(line).map((part) => ({ ...part, quantity: part.quantity * quantity }))
  })
}

/** What one piece of a line is on the shelves: itself, or what a package has in it. */
export function partsOf({ contents, ...line }: PaperOrder['lines'][number]): ShelfProduct[] {
  const { product_id, sku, barcode, same_barcode, name, shelf, image_file } = line
  return contents.length > 0
    ? contents
    : [{ product_id, sku, barcode, same_barcode, name, shelf, image_file, quantity: 1 }]
}
