import type { Contact, Shipping } from '#contract/checkout/calls.ts'
import type { LicenseBlockReason, LicenseRule } from '#domain/customers/license.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { refusePrice } from '#domain/pricing/order-price.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { findBuyer, findReferrer } from '#server/customers/find-contact.ts'
import { findBuyerLicenseBlock } from '#server/customers/license-block.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { pickUpOrder } from '#server/orders/fulfillment/pick-up-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { takeOrderNumber, writeOrder } from '#server/orders/write-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { consumeStock, lockStock } from '#server/stock/allocate-stock.ts'
import { findDestination } from './find-destination.ts'
import { type DiscountRefusal, type DiscountRule, refuseDiscount } from './limit-discount.ts'
import { findPlacement, storePlacement } from './placement.queries.ts'
import { makePlacementKey } from './placement-key.ts'
import { type Pricing, toPricedGoods } from './price-order.ts'
import { priceStaffOrder, type StaffGoods, type StaffPriceRefusal } from './price-staff-order.ts'

export type StaffOrder = StaffGoods & {
  customer: { kind: 'member'; userId: UserId } | { kind: 'guest'; contact: Contact; referralCode?: string | undefined }
  shipping: Shipping
  paymentType: 'quickpay' | 'check' | 'cash'
  /** The customer has paid. */
  isPaid: boolean
  /** The customer takes the goods along. */
  isHandedOver: boolean
  comments: string
  /** Total shown to staff. */
  reviewedCents?: Cents | undefined
  idempotencyKey?: string | undefined
}

export type PlaceStaffOrderRefusal =
  | StaffPriceRefusal
  | DiscountRefusal
  | { code: 'customer_not_found' }
  /** The account is suspended or closed. */
  | { code: 'customer_may_not_order' }
  | { code: 'referral_code_not_found' }
  | { code: LicenseBlockReason }
  | { code: 'address_not_found' }
  | { code: 'handover_needs_pickup' }
  | { code: 'not_available'; productName: string; remaining: number }
  | { code: 'quick_pay_not_offered' }
  | { code: 'total_changed'; reviewedCents: Cents; totalCents: Cents }
  | { code: 'key_reused' }

export type StaffOrderShop = Pricing &
  PaymentServices & {
    minimumSubTotalCents: Cents
    quickPayOffered: boolean
    paymentDays: number
    licenseRule: LicenseRule
    discounts: DiscountRule
  }

/**
 * Places an order that staff take by phone or at the counter (docs/back-office §3, Staff orders; docs/decisions/0045),
 * with the same pricing as customers' orders and an optional discount. Credits it as if the customer had placed it.
 * Books payment and handover immediately. Locks its products in ID order, then the order numbers.
 */
export async function placeStaffOrder(
  trx: Transaction,
  actor: Actor,
  order: StaffOrder,
  shop: StaffOrderShop,
): Promise<Result<{ orderId: OrderId }, PlaceStaffOrderRefusal>> {
  const { customer, shipping, paymentType, idempotencyKey, ...rest } = order
  const key = makePlacementKey(
    `staff ${formatActorName(actor)}`,
    idempotencyKey,
    JSON.stringify([customer, shipping, paymentType, rest]),
  )
  const earlier = key && (await findPlacement(trx, key))
  if (key && earlier) {
    return earlier.body_hash.equals(key.bodyHash)
      ? { ok: true, orderId: earlier.order_id }
      : refuse({ code: 'key_reused' })
  }
  if (order.isHandedOver && shipping.type !== 'P') return refuse({ code: 'handover_needs_pickup' })
  if (paymentType === 'quickpay' && !shop.quickPayOffered) return refuse({ code: 'quick_pay_not_offered' })
  const buyer = await identifyBuyer(trx, customer)
  if (!buyer.ok) return buyer
  const blockReason = await findBuyerLicenseBlock(trx, shop.licenseRule, buyer.userId)
  if (blockReason) return refuse({ code: blockReason })
  const destination = await findDestination(trx, shipping, buyer.userId)
  if (!destination.ok) return destination
  const { address } = destination
  const pricing = await priceStaffOrder(
    trx,
    order,
    { choice: shipping, destination: address, userId: buyer.userId },
    shop,
  )
  if (!pricing.ok) return pricing
  const { lines, price } = pricing
  const refusal = refusePrice({ lines: toPricedGoods(lines), discount: order.discount }, shop.minimumSubTotalCents)
  if (refusal) return refuse(refusal)
  const discountRefusal = refuseDiscount(actor, price.totals, undefined, shop.discounts)
  if (discountRefusal) return refuse(discountRefusal)
  const { totalCents } = price.totals
  const { reviewedCents = totalCents } = order
  if (reviewedCents !== totalCents) return refuse({ code: 'total_changed', reviewedCents, totalCents })

  const stock = await lockStock(
    trx,
    lines.map(({ product_id, quantity }, position) => ({ position, productId: product_id, quantity })),
  )
  if (!stock.ok) return stock
  // From here on, nothing refuses the order.
  const reserved = await takeOrderNumber(trx)
  const orderId = reserved.id
  await writeOrder(trx, {
    reserved,
    paymentDays: shop.paymentDays,
    cart: undefined,
    form: { type: shipping.type, comments: order.comments, payment: { payment_type: paymentType } },
    contact: buyer.contact,
    address,
    userId: buyer.userId,
    creditedUserId: buyer.creditedUserId,
    placedBy: formatActorName(actor),
    lines,
    price,
    shippingDescription: pricing.shippingDescription,
    shippingMethod: pricing.shippingMethod,
  })
  await consumeStock(trx, actor, { orderId, lines: stock.lines })
  if (key) await storePlacement(trx, { ...key, orderId })
  await recordAction(trx, actor, {
    action: 'order.placed',
    subject: { kind: 'order', id: orderId },
    person: buyer.userId,
    after: { total_cents: totalCents, discount_cents: price.totals.discountCents, payment_type: paymentType },
    reason: order.discount?.reason,
  })
  await shop.jobs.queue(trx, 'mail', [
    { mail: 'order_placed', order_id: orderId },
    { mail: 'order_received', order_id: orderId },
  ])
  await bookImmediateSettlement(trx, actor, { orderId, totalCents, order }, shop)
  return { ok: true, orderId }
}

type Buyer = { contact: Contact; userId: UserId | undefined; creditedUserId: UserId | undefined }

/**
 * Finds the buyer and the member credited with the volume (docs/plan §3): a member for their own order, the referrer
 * for a guest's.
 */
async function identifyBuyer(
  trx: Transaction,
  customer: StaffOrder['customer'],
): Promise<Result<Buyer, Refusal<'customer_not_found' | 'customer_may_not_order' | 'referral_code_not_found'>>> {
  if (customer.kind === 'member') {
    const { userId } = customer
    const buyer = await findBuyer(trx, userId)
    if (!buyer) return refuse({ code: 'customer_not_found' })
    if (!buyer.mayOrder) return refuse({ code: 'customer_may_not_order' })
    return { ok: true, contact: buyer.contact, userId, creditedUserId: userId }
  }
  const codes = customer.referralCode ? [customer.referralCode] : []
  const creditedUserId = await findReferrer(trx, codes)
  if (codes.length > 0 && creditedUserId === undefined) return refuse({ code: 'referral_code_not_found' })
  return { ok: true, contact: customer.contact, userId: undefined, creditedUserId }
}

/** Books the payment, and hands over the goods if the customer takes them along. */
async function bookImmediateSettlement(
  trx: Transaction,
  actor: Actor,
  { orderId, totalCents, order }: { orderId: OrderId; totalCents: Cents; order: StaffOrder },
  shop: PaymentServices,
): Promise<void> {
  if (order.isPaid && totalCents > cents(0)) {
    const payment = await bookPayment(trx, actor, { orderId, amountCents: totalCents, method: order.paymentType }, shop)
    if (!payment.ok) throw new Error(`the payment of order ${orderId} was not booked: ${payment.refusal.code}`)
  }
  if (order.isHandedOver) {
    const handover = await pickUpOrder(trx, actor, { orderId }, shop)
    if (!handover.ok) throw new Error(`order ${orderId} was not handed over: ${handover.refusal.code}`)
  }
}
