import type { Address } from '#domain/address/address.ts'
import type { OrderPrice } from '#domain/order/order-price.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { type CopiedLine, copyLine, copyPrice, copyTax } from './copy-price.ts'
import { type EditableOrder, findEditable, findVersions, replaceVersion } from './order-versions.queries.ts'

export type { EditableOrder }

/** An order with what an edit depends on; undefined if there is none. */
export const findEditableOrder = (db: Database | Transaction, orderId: number): Promise<EditableOrder | undefined> =>
  findEditable(db, orderId)

/** Every version of an order, the first one first; undefined if there is no such order. */
export const findOrderVersions = (db: Database | Transaction, orderId: number) => findVersions(db, orderId)

/** What an edit puts in the place of an order's present version. */
export type NextVersion = {
  type: 'D' | 'P'
  /** For a Delivery. */
  address: Address | undefined
  lines: readonly CopiedLine[]
  price: OrderPrice
  shippingDescription: string
  shippingMethod: string | null
}

/** Writes the next version of an order that the caller has locked, and keeps the one before as it stood. */
export function rewriteOrder(
  trx: Transaction,
  actor: Actor,
  { id }: Pick<EditableOrder, 'id'>,
  { type, address, lines, price, shippingDescription, shippingMethod }: NextVersion,
  reason: string,
): Promise<void> {
  return replaceVersion(
    trx,
    id,
    { ...copyPrice(price), type, shipping_method: shippingMethod, shipping_description: shippingDescription },
    {
      lines: lines.map((line, i) => copyLine(line, price.lines[i])),
      taxes: price.taxes.map(copyTax),
      address,
    },
    { by: actorName(actor), reason },
  )
}
