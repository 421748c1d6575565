import type { Address } from '#domain/addresses/address.ts'
import type { OrderPrice } from '#domain/pricing/order-price.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { type CopiedLine, copyLine, copyPrice, copyTax } from './copy-price.ts'
import { type EditableOrder, findEditable, findVersions, replaceVersion } from './order-versions.queries.ts'

export type { EditableOrder }

/** Returns an order with the data that an edit depends on; undefined if there is none. */
export const findEditableOrder = (db: Database | Transaction, orderId: number): Promise<EditableOrder | undefined> =>
  findEditable(db, orderId)

/** Returns every version of an order, oldest first; undefined if there is no such order. */
export const findOrderVersions = (db: Database | Transaction, orderId: number) => findVersions(db, orderId)

/** Data of the version that an edit creates. */
export type NextVersion = {
  type: 'D' | 'P'
  /** Only for a Delivery. */
  address: Address | undefined
  lines: readonly CopiedLine[]
  price: OrderPrice
  shippingDescription: string
  shippingMethod: string | null
}

/** Writes the next version of an order that the caller has locked, and archives the previous one. */
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
    { by: formatActorName(actor), reason },
  )
}
