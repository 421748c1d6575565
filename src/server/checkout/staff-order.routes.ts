import type { FastifyInstance } from 'fastify'
import { placeStaffOrderCall, quoteStaffOrderCall } from '#contract/checkout/staff-orders.ts'
import { toDollars } from '#domain/money/money.ts'
import { refusePrice } from '#domain/pricing/order-price.ts'
import { findUserAddress } from '#server/customers/find-user-address.ts'
import { findBuyerLicenseBlock, staffLicenseBlockMessages } from '#server/customers/license-block.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDiscountRefusal } from './discount-refusal.errors.ts'
import { presentDiscountRefusal, refuseDiscount } from './limit-discount.ts'
import { placeStaffOrder } from './place-staff-order.ts'
import { presentQuotedOrder } from './present-edit.ts'
import { goodsOf } from './price-order.ts'
import { priceStaffOrder } from './price-staff-order.ts'
import { readGoods, readStaffOrder } from './read-staff-order.ts'
import { staffOrderProblem } from './staff-order.errors.ts'
import { staffPricing } from './staff-pricing.ts'

const KEY_LIMIT = 255

/** Serves orders taken by phone and at the counter (docs/back-office §3, Staff orders). */
export function staffOrderRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, quoteStaffOrderCall, permitted(quoteStaffOrderCall), async ({ body, who }) => {
    const userId = body.user_id as UserId | undefined
    const address = body.address_id === undefined ? undefined : await findUserAddress(db, userId, body.address_id)
    if (body.address_id !== undefined && !address) throw staffOrderProblem({ code: 'address_not_found' })
    const destination = body.type === 'D' ? (address ?? { state: body.state, zip: body.zipcode }) : undefined
    const choice = { type: body.type, shipping_method: body.shipping_method }
    const pricing = staffPricing(services, who.recently_authenticated)
    const goods = readGoods(body)
    const priced = await priceStaffOrder(db, goods, { choice, destination, userId }, pricing)
    if (!priced.ok) throw staffOrderProblem(priced.refusal)
    const stop = await findBuyerLicenseBlock(db, pricing.licenseRule, userId)
    const small = refusePrice({ lines: goodsOf(priced.lines), discount: goods.discount }, pricing.minimumSubTotalCents)
    return {
      ...presentQuotedOrder(priced),
      ...presentDiscountRefusal(refuseDiscount(who.actor, priced.price.totals, undefined, pricing.discounts)),
      license_block_reason: stop ? staffLicenseBlockMessages[stop] : null,
      under_minimum: small?.code === 'under_minimum' ? toDollars(small.minimumCents) : null,
    }
  })

  serve(app, placeStaffOrderCall, permitted(placeStaffOrderCall), async ({ body, who, request }) => {
    const idempotencyKey = request.headers['idempotency-key']
    if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || idempotencyKey.length > KEY_LIMIT)) {
      throw problem(422, 'The Idempotency-Key header is not a key.')
    }
    const order = readStaffOrder(body, idempotencyKey)
    const pricing = staffPricing(services, who.recently_authenticated)
    const placed = await inTransaction(db, (trx) => placeStaffOrder(trx, who.actor, order, pricing))
    if (!placed.ok) {
      await recordDiscountRefusal(db, request, who, placed.refusal)
      throw staffOrderProblem(placed.refusal)
    }
    const presented = await findPresentedOrder(db, placed.orderId)
    if (!presented) throw notFound()
    return presented
  })
}
