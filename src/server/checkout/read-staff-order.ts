import type * as z from 'zod/mini'
import type { placeStaffOrderCall, StaffCustomer, StaffDiscount } from '#contract/checkout/staff-orders.ts'
import type { Address } from '#domain/addresses/address.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import type { LineChange } from '#domain/orders/edit.ts'
import type { Discount } from '#domain/pricing/discount.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { StaffOrder } from './place-staff-order.ts'
import type { OrderChanges } from './plan-edit.ts'
import type { StaffGoods } from './price-staff-order.ts'

/** Converts a staff order from a call or a file to internal units. */
export function readStaffOrder(
  body: z.output<typeof placeStaffOrderCall.body>,
  idempotencyKey: string | undefined,
): StaffOrder {
  return {
    ...readGoods(body),
    customer: readCustomer(body.customer),
    shipping:
      body.type === 'D' ? { type: 'D', shipping: body.shipping, shipping_method: body.shipping_method } : { type: 'P' },
    paymentType: body.payment_type,
    isPaid: body.paid,
    isHandedOver: body.handed_over,
    comments: body.comments,
    reviewedCents: readReviewedTotal(body.reviewed_total),
    idempotencyKey,
  }
}

type GoodsInput = {
  lines: readonly { product_id: number; quantity: number }[]
  discount?: StaffDiscount | undefined
}

/** Reads the goods of an order or of a quote. */
export const readGoods = ({ lines, discount }: GoodsInput): StaffGoods => ({
  lines: lines.map(({ product_id, quantity }) => ({ productId: product_id, quantity })),
  discount: discount && readDiscount(discount),
})

function readCustomer(customer: StaffCustomer): StaffOrder['customer'] {
  if (customer.kind === 'member') return { kind: 'member', userId: customer.user_id as UserId }
  const { kind, referral_code: referralCode, ...contact } = customer
  return { kind, contact, referralCode }
}

type EditInput = {
  order_id: number
  lines?: { position?: number | undefined; product_id?: number | undefined; quantity: number }[] | undefined
  delivery?: { type: 'P' } | { type: 'D'; address: Address; shipping_method: string } | undefined
  discount?: StaffDiscount | null | undefined
  reviewed_total?: number | undefined
}

const readReviewedTotal = (dollars: number | undefined): Cents | undefined =>
  dollars === undefined ? undefined : cents(Math.round(dollars * 100))

/** Reads an edit, without its reason. */
export function readEdit({ order_id, lines, delivery, discount, reviewed_total }: EditInput) {
  const changes: OrderChanges = {
    lines: lines?.map(
      ({ position, product_id, quantity }): LineChange =>
        position === undefined ? { productId: product_id ?? 0, quantity } : { position, quantity },
    ),
    delivery:
      delivery?.type === 'D'
        ? { type: 'D', address: delivery.address, shippingMethod: delivery.shipping_method }
        : delivery,
    discount: discount && readDiscount(discount),
  }
  return { orderId: order_id, changes, reviewedCents: readReviewedTotal(reviewed_total) }
}

const readDiscount = (input: StaffDiscount): Discount =>
  input.kind === 'amount'
    ? { kind: 'amount', amountCents: cents(Math.round(input.amount * 100)), reason: input.reason }
    : { kind: 'percent', milliPercent: Math.round(input.percent * 1000), reason: input.reason }
