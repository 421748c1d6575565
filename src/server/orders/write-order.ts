import type { Contact, PlaceOrder } from '#contract/checkout/calls.ts'
import type { Address } from '#domain/addresses/address.ts'
import { dueDate } from '#domain/orders/due-date.ts'
import type { OrderPrice } from '#domain/pricing/order-price.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CartId, UserId } from '#server/platform/database/tables.generated.ts'
import { type CopiedLine, copyLine, copyPrice, copyTax } from './copy-price.ts'
import {
  type GeneratedOrderColumns,
  insertOrder,
  type OrderRow,
  orderSteps,
  type PlacedOrder,
  type ReservedOrder,
  selectGeneratedColumns,
  serializeParts,
  takeOrderNumber,
} from './order.queries.ts'

export type { GeneratedOrderColumns, PlacedOrder }
/** Exported for statements that write more than the order: its steps, and their result. */
export { orderSteps, selectGeneratedColumns, takeOrderNumber }

type NewOrder = {
  reserved: ReservedOrder
  /** Banking days until payment is due; 0 means never. */
  paymentDays: number
  /** Undefined if staff placed the order. */
  cart: { id: CartId; round: number } | undefined
  form: Pick<PlaceOrder, 'type' | 'comments'> & { payment: PlaceOrder['payment'] | { payment_type: 'cash' } }
  contact: Contact
  /** Only for a Delivery. */
  address: Address | undefined
  /** Undefined for a guest. */
  userId: UserId | undefined
  /** Member credited with the volume (docs/plan §3); undefined if none. */
  creditedUserId: UserId | undefined
  /** Name of the person who placed it, as shown in its history. */
  placedBy: string
  lines: readonly Omit<CopiedLine, 'position'>[]
  price: OrderPrice
  shippingDescription: string
  shippingMethod: string | null
}

/** Inserts the order. */
export async function writeOrder(trx: Transaction, order: NewOrder): Promise<void> {
  await insertOrder(trx, { order: composeOrder(order).values })
}

/**
 * Composes an order with everything it must keep forever: prices, names, PV and CV are copied, so that later edits of a
 * product never affect it (docs/plan §3.4). Only the type and the last four digits of a card are stored. `asPlaced`
 * returns it in the format of `findOrder`.
 */
export function composeOrder(order: NewOrder): {
  values: PlacedOrder
  asPlaced(generated: GeneratedOrderColumns | undefined): OrderRow
} {
  const { cart, form, contact, price } = order
  const lines = order.lines.map((line, position) => copyLine({ ...line, position }, price.lines[position]))
  const { id, placedAt } = order.reserved
  const dueOn = dueDate(placedAt.getTime(), form.payment.payment_type, order.paymentDays)
  const card = form.payment.payment_type === 'card' ? form.payment : undefined
  const taxes = price.taxes.map(copyTax)
  const row = {
    id,
    cart_id: cart?.id ?? null,
    cart_round: cart?.round ?? null,
    user_id: order.userId ?? null,
    credited_user_id: order.creditedUserId ?? null,
    type: form.type,
    first_name: contact.first_name,
    last_name: contact.last_name,
    email: contact.user_email,
    phone_number: contact.phone_number,
    ...copyPrice(price),
    shipping_method: order.shippingMethod,
    shipping_description: order.shippingDescription,
    payment_type: form.payment.payment_type,
    card_holder_name: card?.card_holder_name ?? null,
    card_type: card?.card_type ?? null,
    card_last_four: card?.card_number.replaceAll(/\D/g, '').slice(-4) ?? null,
    comments: form.comments,
    payment_days: dueOn === undefined ? null : order.paymentDays,
    due_on: dueOn ?? null,
  }
  return {
    values: { ...row, ...serializeParts(lines, taxes, order.address), placedBy: order.placedBy },
    asPlaced(generated) {
      if (!generated) throw new Error('an insert returns its row')
      return {
        ...row,
        ...generated,
        lines: lines.map((line) => ({ ...line, shippable: line.quantity })),
        taxes,
        address: order.address ?? null,
        ...INITIAL_STATE,
        balance_cents: row.total_cents,
      }
    },
  }
}

/** Fields that are filled by later events. */
const INITIAL_STATE = { shipments: [], claimed_at: null, ledger: [], events: [] }
