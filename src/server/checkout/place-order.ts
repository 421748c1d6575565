import type { Contact, PlaceOrder, PlaceOrderRefusal } from '#contract/checkout/calls.ts'
import type { LicenseRule } from '#domain/customers/license.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { lockCartForOrder } from '#server/cart/order-cart.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import { findBuyerLicenseBlock } from '#server/customers/license-block.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { composeEntry } from '#server/identity/audit/record-action.ts'
import type { OrderRow } from '#server/orders/order.queries.ts'
import { composeOrder, takeOrderNumber } from '#server/orders/write-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { commitWith } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { consumeStock } from '#server/stock/allocate-stock.ts'
import { stockConsumption } from '#server/stock/stock-draws.ts'
import { findDestination } from './find-destination.ts'
import { countPlacement } from './order-limit.queries.ts'
import { findPlacement, type PlacementKey, writePlacement } from './placement.queries.ts'
import { makePlacementKey } from './placement-key.ts'
import { type Pricing, priceOrder, readRates, refuseLines } from './price-order.ts'

export type Placement = {
  form: PlaceOrder
  /** Contact data of the buyer: as typed by a guest, or as stored for the user. */
  contact: Contact
  cartOwner: CartOwner | undefined
  /** Undefined for a guest. */
  userId?: UserId | undefined
  /** The member credited with the volume (docs/plan §3). */
  creditedUserId?: UserId | undefined
  /** Idempotency keys belong to the visitor (docs/product §11.5). */
  visitorId: string
  /** IP address of the request; undefined if orders are not limited. */
  rateLimitIp?: string | undefined
  /** Without a key, a second submission finds an empty cart. */
  idempotencyKey: string | undefined
}

/**
 * Turns the cart into an order, once (docs/product §4.2): any number of submissions of one cart round, in any
 * interleaving, produces one order. Locks the cart, then its products in ID order, and last the order numbers;
 * everything in here waits only for the database. Commits the transaction with its last statements. Returns the
 * order as written, or undefined if an earlier submission placed it.
 */
export async function placeOrder(
  trx: Transaction,
  placement: Placement,
  shop: Pricing & {
    jobs: Jobs
    minimumSubTotalCents: Cents
    cardOffered: boolean
    quickPayOffered: boolean
    paymentDays: number
    licenseRule: LicenseRule
  },
): Promise<Result<{ orderId: OrderId; order: OrderRow | undefined }, PlaceOrderRefusal>> {
  const { form } = placement

  const key = makePlacementKey(placement.visitorId, placement.idempotencyKey, serializeForm(form))
  // Sent together in this order, so that a submission that waited for the cart sees the earlier order.
  const [cart, earlier, { destination, rates }, blockReason, waitSeconds] = await Promise.all([
    lockCartForOrder(trx, placement.cartOwner),
    key && findPlacement(trx, key),
    findRates(trx, placement, shop),
    findBuyerLicenseBlock(trx, shop.licenseRule, placement.userId),
    findRateLimitWait(trx, placement, key),
  ])
  if (key && earlier) {
    if (!earlier.body_hash.equals(key.bodyHash)) return refuse({ code: 'key_reused' })
    return { ok: true, orderId: earlier.order_id, order: undefined }
  }

  if (form.payment.payment_type === 'card' && !shop.cardOffered) return refuse({ code: 'card_not_offered' })
  if (form.payment.payment_type === 'quickpay' && !shop.quickPayOffered)
    return refuse({ code: 'quick_pay_not_offered' })
  if (!cart) return refuse({ code: 'cart_empty' })
  const { lines } = cart
  if (blockReason) return refuse({ code: blockReason })
  const refusal = refuseLines(lines, shop.minimumSubTotalCents)
  if (refusal) return refuse(refusal)
  if (!destination.ok) return destination
  const pricing = priceOrder(form, lines, rates)
  if (!pricing.ok) return pricing
  const { totalCents } = pricing.price.totals
  const reviewedCents = form.reviewed_total === undefined ? totalCents : cents(Math.round(form.reviewed_total * 100))
  if (reviewedCents !== totalCents) return refuse({ code: 'total_changed', reviewedCents, totalCents })

  if (waitSeconds > 0) return refuse({ code: 'too_many_orders', waitSeconds })

  // From here on, nothing refuses the order.
  const reserved = await takeOrderNumber(trx)
  const orderId = reserved.id
  const stockLines = lines.map((line, position) => ({
    position,
    quantity: line.quantity,
    draws: stockConsumption(line.product_id, line),
  }))
  const mails = [
    { mail: 'order_placed', order_id: orderId },
    { mail: 'order_received', order_id: orderId },
  ] as const
  const order = composeOrder({
    reserved,
    paymentDays: shop.paymentDays,
    cart,
    form,
    contact: placement.contact,
    address: destination.address,
    userId: placement.userId,
    creditedUserId: placement.creditedUserId,
    placedBy: 'customer',
    lines,
    ...pricing,
  })
  const entry = composeEntry(toActor(placement), {
    action: 'order.placed',
    subject: { kind: 'order', id: orderId },
    after: { total_cents: totalCents },
  })
  // The order comes first, because later rows refer to it.
  const [generated] = await commitWith(trx, [
    (commitTrx) => writePlacement(commitTrx, { order: order.values, cartId: cart.id, key, entry }),
    (commitTrx) =>
      consumeStock(commitTrx, { kind: 'customer', userId: placement.userId }, { orderId, lines: stockLines }),
    (commitTrx) => shop.jobs.queue(commitTrx, 'mail', mails),
  ])
  return { ok: true, orderId, order: order.asPlaced(generated) }
}

const toActor = ({ userId, rateLimitIp }: Placement): Actor => ({ kind: 'customer', userId, address: rateLimitIp })

/** Finds the destination and today's rates there. */
async function findRates(trx: Transaction, { form, userId }: Placement, pricing: Pricing) {
  const destination = await findDestination(trx, form, userId)
  const address = destination.ok ? destination.address : undefined
  return { destination, rates: await readRates(trx, form, address, userId, pricing) }
}

/** Per IP address, and per account or guest email (docs/product §11.3). Refused orders do not count. */
const MAX_ORDERS_PER_HOUR = 20

async function findRateLimitWait(
  trx: Transaction,
  { rateLimitIp, contact, userId }: Placement,
  key: PlacementKey | undefined,
): Promise<number> {
  if (rateLimitIp === undefined) return 0
  // A guest may enter any email, so guest orders must not block the account that has it.
  const buyerKey = userId === undefined ? contact.user_email.toLowerCase() : String(userId)
  const counts = await countPlacement(trx, { ipKey: rateLimitIp, buyerKey }, key)
  return Math.max(0, ...counts.map(({ placed: count, wait }) => (count > MAX_ORDERS_PER_HOUR ? wait : 0)))
}

/** Identifies an order form. Omits card fields: not even a hash of a card number is stored. */
function serializeForm({ payment, ...rest }: PlaceOrder): string {
  return JSON.stringify([payment.payment_type, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))])
}
