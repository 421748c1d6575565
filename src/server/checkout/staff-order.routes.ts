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
import { toPricedGoods } from './price-order.ts'
import { priceStaffOrder } from './price-staff-order.ts'
import { readGoods, readStaffOrder } from './read-staff-order.ts'
import { staffOrderProblem } from './staff-order.errors.ts'
import { makeStaffPricing } from './staff-pricing.ts'

const MAX_KEY_LENGTH = 255

/** Serves orders taken by phone and at the counter (docs/back-office §3, Staff orders). */
export function staffOrderRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, quoteStaffOrderCall, permitted(quoteStaffOrderCall), async ({ body, caller }) => {
    const userId = body.user_id as UserId | undefined
    const address = body.address_id === undefined ? undefined : await findUserAddress(db, userId, body.address_id)
    if (body.address_id !== undefined && !address) throw staffOrderProblem({ code: 'address_not_found' })
    const destination = body.type === 'D' ? (address ?? { state: body.state, zip: body.zipcode }) : undefined
    const choice = { type: body.type, shipping_method: body.shipping_method }
    const pricing = makeStaffPricing(services, caller.recently_authenticated)
    const goods = readGoods(body)
    const quote = await priceStaffOrder(db, goods, { choice, destination, userId }, pricing)
    if (!quote.ok) throw staffOrderProblem(quote.refusal)
    const blockReason = await findBuyerLicenseBlock(db, pricing.licenseRule, userId)
    const minimumRefusal = refusePrice(
      { lines: toPricedGoods(quote.lines), discount: goods.discount },
      pricing.minimumSubTotalCents,
    )
    return {
      ...presentQuotedOrder(quote),
      ...presentDiscountRefusal(refuseDiscount(caller.actor, quote.price.totals, undefined, pricing.discounts)),
      license_block_reason: blockReason ? staffLicenseBlockMessages[blockReason] : null,
      under_minimum: minimumRefusal?.code === 'under_minimum' ? toDollars(minimumRefusal.minimumCents) : null,
    }
  })

  serve(app, placeStaffOrderCall, permitted(placeStaffOrderCall), async ({ body, caller, request }) => {
    const idempotencyKey = request.headers['idempotency-key']
    if (
      idempotencyKey !== undefined &&
      (typeof idempotencyKey !== 'string' || idempotencyKey.length > MAX_KEY_LENGTH)
    ) {
      throw problem('invalid', 'The Idempotency-Key header is not a key.')
    }
    const order = readStaffOrder(body, idempotencyKey)
    const pricing = makeStaffPricing(services, caller.recently_authenticated)
    const result = await inTransaction(db, (trx) => placeStaffOrder(trx, caller.actor, order, pricing))
    if (!result.ok) {
      await recordDiscountRefusal(db, request, caller, result.refusal)
      throw staffOrderProblem(result.refusal)
    }
    const presented = await findPresentedOrder(db, result.orderId)
    if (!presented) throw notFound()
    return presented
  })
}
