import type { PackOrder } from '#contract/orders/pack-list.ts'
import { findOpenLines } from '#domain/fulfillment/state.ts'
import { compareByShelf } from '#domain/stock/shelf.ts'
import { thumbnailUrl } from '#server/catalog/urls.ts'
import { computeOrderVersion } from '#server/orders/order-version.ts'
import { buildPickRows, listParts } from './build-pick-rows.ts'
import type { DocumentOrder, ShelfProduct } from './document.queries.ts'
import { listShippableLines } from './parcel.ts'

/** Presents the pick list and its orders for phones in the packing area. */
export const presentPackList = (orders: readonly DocumentOrder[], clearsOnByOrder: ReadonlyMap<number, string>) => ({
  rows: buildPickRows(orders).map(({ image_file, ...row }) => ({ ...row, image: thumbnailUrl(image_file) })),
  orders: orders.map((order) => presentOrder(order, clearsOnByOrder.get(order.id) ?? null)),
})

function presentOrder(order: DocumentOrder, clearsOn: string | null): PackOrder {
  const open = order.status === 'canceled' ? [] : findOpenLines(listShippableLines(order), order.shipments)
  const lines = open.flatMap(({ position, quantity }) => {
    const index = order.lines.findIndex((candidate) => candidate.position === position)
    const line = order.lines[index]
    return line
      ? [{ line: index, quantity, name: line.name, parts: listParts(line).toSorted(compareByShelf).map(presentPart) }]
      : []
  })
  return {
    id: order.id,
    name: `${order.first_name} ${order.last_name}`,
    type: order.type,
    shipping_method: order.type === 'P' ? 'Pickup' : order.shipping_description,
    comments: order.comments,
    status: order.status,
    clears_on: clearsOn,
    version: computeOrderVersion(order.version_facts),
    shipments: order.shipments.map(({ id, state, packed_at, packed_by }) => ({
      id,
      state,
      packed_at: new Date(packed_at).toISOString(),
      packed_by,
    })),
    lines,
  }
}

const presentPart = ({ image_file, quantity, ...part }: ShelfProduct) => ({
  ...part,
  quantity_per_unit: quantity,
  image: thumbnailUrl(image_file),
})
