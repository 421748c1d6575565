import type { AdminBody, AdminResponse } from '#contract/admin-calls.ts'
import { type Address, addressFields, emptyAddress, pickAddress } from '#domain/addresses/address.ts'
import { parseZip } from '#domain/addresses/zip.ts'
import type { OrderRecord } from './order-record.ts'

type OrderEdit = AdminBody<'previewEdit'>
export type ProductResult = AdminResponse<'productSearch'>['products'][number]

/** Unsaved input; values equal to the current order are no change. */
export type Draft = {
  /** Changed quantities by line position. */
  quantities: Record<number, number>
  added: (Pick<ProductResult, 'id' | 'name' | 'sku' | 'price'> & { quantity: number })[]
  type: 'D' | 'P'
  address: Address
  method: string
}

/** Draft of the unchanged order. `method` is its shipping method code, which only its versions contain. */
export const draftOf = ({ order }: Pick<OrderRecord, 'order'>, method: string): Draft => ({
  quantities: {},
  added: [],
  type: order.type,
  address: addressOf(order),
  method,
})

/** Falls back to the customer's details when the order has no shipping address. */
function addressOf({ addresses, first_name, last_name, phone_number }: OrderRecord['order']): Address {
  const [address] = addresses
  return address ? pickAddress(address) : { ...emptyAddress, first_name, last_name, phone_number }
}

/** Adds one unit, or returns a notice when the stock beyond the order's own units is exhausted. */
export function addProduct(
  draft: Draft,
  record: Pick<OrderRecord, 'order' | 'lines'>,
  product: ProductResult,
): { draft: Draft; notice?: string } {
  const { id, name, remaining } = product
  const index = record.order.products.findIndex((line) => line.id === id)
  // The remaining stock excludes units already in the order.
  const original = record.order.products[index]?.quantity ?? 0
  const position = record.lines[index]?.position
  const current =
    position === undefined
      ? (draft.added.find((line) => line.id === id)?.quantity ?? 0)
      : (draft.quantities[position] ?? original)
  if (remaining === null || current + 1 - original <= remaining) return { draft: withProduct(draft, record, product) }
  return {
    draft,
    notice: remaining === 0 ? `${name} is sold out and wasn’t added.` : `Only ${remaining} more of ${name} left.`,
  }
}

/** Adding a product that is already ordered increases its line by one. */
export function withProduct(draft: Draft, record: Pick<OrderRecord, 'order' | 'lines'>, product: ProductResult): Draft {
  const index = record.order.products.findIndex(({ id }) => id === product.id)
  const position = record.lines[index]?.position
  const ordered = record.order.products[index]
  if (ordered && position !== undefined) {
    const quantity = (draft.quantities[position] ?? ordered.quantity) + 1
    return { ...draft, quantities: { ...draft.quantities, [position]: quantity } }
  }
  if (draft.added.some(({ id }) => id === product.id))
    return {
      ...draft,
      added: draft.added.map((line) => (line.id === product.id ? { ...line, quantity: line.quantity + 1 } : line)),
    }
  const { id, name, sku, price } = product
  return { ...draft, added: [...draft.added, { id, name, sku, price, quantity: 1 }] }
}

/** Returns the differences from the order; undefined when there are none. */
export function findEdit(
  draft: Draft,
  { order, lines }: Pick<OrderRecord, 'order' | 'lines'>,
  method: string,
): Pick<OrderEdit, 'lines' | 'delivery'> | undefined {
  const changed = lines.flatMap(({ line, position }) => {
    const quantity = draft.quantities[position]
    return quantity === undefined || quantity === order.products[line]?.quantity ? [] : [{ position, quantity }]
  })
  const added = draft.added.map(({ id, quantity }) => ({ product_id: id, quantity }))
  const original = addressOf(order)
  const isSameDelivery =
    draft.type === order.type &&
    (draft.type === 'P' ||
      (draft.method === method &&
        addressFields.every((field) => (original[field] ?? '') === (draft.address[field] ?? ''))))
  if (changed.length + added.length === 0 && isSameDelivery) return undefined
  return {
    ...(changed.length + added.length > 0 && { lines: [...changed, ...added] }),
    ...(!isSameDelivery && {
      delivery:
        draft.type === 'P'
          ? { type: 'P' as const }
          : { type: 'D' as const, address: draft.address, shipping_method: draft.method },
    }),
  }
}

/** Input for quoting shipping methods; undefined for pickup, or while the ZIP is incomplete. */
export function quoteInput(draft: Draft, { order, lines }: Pick<OrderRecord, 'order' | 'lines'>) {
  const goods = [
    ...order.products.map(({ id, quantity }, line) => ({
      product_id: id ?? 0,
      quantity: draft.quantities[lines[line]?.position ?? -1] ?? quantity,
    })),
    ...draft.added.map(({ id, quantity }) => ({ product_id: id, quantity })),
  ].filter(({ product_id, quantity }) => product_id > 0 && quantity > 0)
  const { state, zip } = draft.address
  if (draft.type === 'P' || goods.length === 0 || state === '' || parseZip(zip) === undefined) return undefined
  return { body: { lines: goods, type: 'D' as const, state, zipcode: zip } }
}
