import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messages } from '#contract/base/messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import {
  BUYER_HEADER,
  Contact,
  type PlaceOrderRefusal,
  placeOrderCall,
  quotesCall,
  totalsCall,
} from '#contract/checkout/calls.ts'
import type { Address } from '#domain/addresses/address.ts'
import { cents, formatCents, toDollars } from '#domain/money/money.ts'
import { cartWeight } from '#server/cart/weigh-cart.ts'
import { type Caller, findCaller } from '#server/customers/caller.ts'
import { findContact, findReferrer } from '#server/customers/find-contact.ts'
import { findUserAddress } from '#server/customers/find-user-address.ts'
import { licenseBlockMessages } from '#server/customers/license-block.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { fieldProblem, notFound, type ProblemError, problem, TooManyRequestsError } from '#server/http/errors.ts'
import { ipKey } from '#server/http/ip-key.ts'
import { anyone, type Policy, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { presentTotals } from '#server/orders/present-totals.ts'
import { findPlacedOrder, presentPlacedOrder } from '#server/orders/read-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { offersQuickPay } from '#server/platform/settings/offers-quick-pay.ts'
import { placeOrder } from './place-order.ts'
import { quoteFromTable } from './quote-shipping.ts'
import { reviewOrder } from './review-order.ts'

const MAX_KEY_LENGTH = 255
const ZIP_NOT_SERVED = 'We don’t deliver to this ZIP code.'

export function checkoutRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { config, db, settings, signer, jobs, sessions } = services

  /**
   * Guests must give contact data; for users the shop has it. A page that shows a signed-in user never places a guest
   * order.
   */
  const customer: Policy<Caller> = {
    name: 'anyone',
    async allow(request) {
      const caller = await findCaller(sessions, visitors, request)
      const buyer = request.headers[BUYER_HEADER]
      if (buyer !== undefined && buyer !== String(caller.session?.user.id)) throw signInError()
      return caller
    },
    extraBodySchema: ({ session }) => (session ? undefined : Contact),
  }

  serve(app, quotesCall, anyone, async ({ query, request }) => {
    const { session, cartOwner } = await findCaller(sessions, visitors, request)
    const zipcode = query.address_id
      ? (await requireAddress(request, session?.user.id, query.address_id)).zip
      : (query.zipcode as string)
    const [weightGrams, quoteParcel] = await Promise.all([cartWeight(db, cartOwner), quoteFromTable(db, zipcode)])
    const quotes = quoteParcel(weightGrams)
    if (quotes.length === 0) throw fieldProblem('zip_not_served', 'zipcode', ZIP_NOT_SERVED)
    return quotes.map(({ method, label, priceCents }) => ({ name: method, label, price: toDollars(priceCents) }))
  })

  /**
   * Finds a saved address. A missing one and one of another user look the same. A user whose session has ended gets
   * 401.
   */
  async function requireAddress(
    request: FastifyRequest,
    userId: UserId | undefined,
    addressId: number,
  ): Promise<Address> {
    const address = await findUserAddress(db, userId, addressId)
    if (address) return address
    throw isSessionOver(request, userId) ? signInError() : notFound()
  }
  const isSessionOver = (request: FastifyRequest, userId: UserId | undefined) =>
    userId === undefined && visitors.sessionToken(request) !== undefined

  const readPricing = () => ({
    quoteShipping: quoteFromTable,
    counter: { state: settings.get('pickup_state'), zip: settings.get('pickup_zip') },
  })

  serve(app, totalsCall, anyone, async ({ query, request }) => {
    const { session, cartOwner } = await findCaller(sessions, visitors, request)
    const { type, address_id, state, zipcode = '', shipping_method } = query
    const destination = address_id
      ? await requireAddress(request, session?.user.id, address_id)
      : { state, zip: zipcode }
    const choice = { type, shipping_method }
    const reviewed = await reviewOrder(db, cartOwner, choice, destination, session?.user.id, readPricing())
    if (!reviewed.ok) {
      // The cart belongs to the user who was signed in; the browser's own cart is empty.
      const belongsToUser = reviewed.refusal.code === 'cart_empty' && isSessionOver(request, session?.user.id)
      throw belongsToUser ? signInError() : toProblem(reviewed.refusal)
    }
    return presentTotals(reviewed.price)
  })

  serve(app, placeOrderCall, customer, async ({ body, caller: { session, cartOwner }, request, reply }) => {
    const idempotencyKey = request.headers['idempotency-key']
    if (
      idempotencyKey !== undefined &&
      (typeof idempotencyKey !== 'string' || idempotencyKey.length > MAX_KEY_LENGTH)
    ) {
      throw problem('invalid', 'The Idempotency-Key header is not a key.')
    }
    const placement = {
      form: body,
      contact: session ? await findContact(db, session.user.id) : body,
      cartOwner,
      userId: session?.user.id,
      // Referral codes are ignored for users, whose purchases are credited to them (docs/plan §11).
      creditedUserId: session?.user.id ?? (await findReferrer(db, visitors.referralCodes(request))),
      visitorId: visitors.visitor(request).id,
      idempotencyKey,
      rateLimitIp: config.rateLimits ? ipKey(request.ip) : undefined,
    }
    const shop = {
      jobs,
      minimumSubTotalCents: settings.get('minimum_sub_total'),
      // Cards are never offered, because no card gateway can be configured yet (docs/product §4.3).
      cardOffered: false,
      quickPayOffered: offersQuickPay(settings),
      paymentDays: settings.get('payment_days'),
      licenseRule: settings.get('license_for_orders'),
      ...readPricing(),
    }
    const result = await inTransaction(db, (trx) => placeOrder(trx, placement, shop))
    if (!result.ok) throw toProblem(result.refusal)
    const order = result.order
      ? presentPlacedOrder(result.order, signer)
      : await findPlacedOrder(db, signer, result.orderId)
    if (!order) throw new Error(`order ${result.orderId} was placed but not found`)
    visitors.keepLastOrder(reply, order.id)
    return order
  })
}

const signInError = (): ProblemError => problem('not_signed_in', serverMessages.signInRequired)

function toProblem(refusal: PlaceOrderRefusal): ProblemError {
  const { code } = refusal
  switch (code) {
    case 'cart_empty':
      return problem(code, messages.cartEmpty)
    case 'not_available':
      return problem(
        code,
        refusal.remaining > 0
          ? `Only ${refusal.remaining} of ${refusal.productName} ${refusal.remaining === 1 ? 'is' : 'are'} left. Please update your cart.`
          : `${refusal.productName} is sold out. Please remove it from your cart.`,
      )
    case 'price_changed':
      return problem(code, 'A price in your cart has changed. Please review your order.')
    case 'under_minimum':
      return problem(
        code,
        `The minimum order is ${formatCents(cents(refusal.minimumCents))}. Please add more to your cart.`,
      )
    case 'total_changed': {
      const [reviewed, total] = [cents(refusal.reviewedCents), cents(refusal.totalCents)]
      const message = `Your order total is now ${formatCents(total)} instead of ${formatCents(reviewed)}. Please review your order and place it again.`
      return problem(code, message, { order_total: toDollars(total) })
    }
    case 'zip_not_served':
      return fieldProblem(code, 'shipping.zip', ZIP_NOT_SERVED)
    case 'method_not_offered':
      return fieldProblem(
        code,
        'shipping_method',
        'This shipping method is not available for your address. Please choose another.',
      )
    case 'state_not_found':
      return fieldProblem(code, 'shipping.state', serverMessages.stateUnknown)
    case 'address_not_found':
      return fieldProblem(code, 'shipping.address_id', pageMessages.addressUnknown)
    case 'card_not_offered':
      return fieldProblem(code, 'payment.payment_type', 'Card payment is not offered.')
    case 'quick_pay_not_offered':
      return fieldProblem(
        code,
        'payment.payment_type',
        'Quick Pay is not available. Please choose another payment method.',
      )
    case 'key_reused':
      return problem(code, 'This Idempotency-Key was used for another order form.')
    case 'license_expired':
    case 'license_not_approved':
    case 'account_needed':
      return problem(code, licenseBlockMessages[code])
    case 'too_many_orders': {
      const minutes = Math.ceil(refusal.waitSeconds / 60)
      const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
      return new TooManyRequestsError(
        refusal.waitSeconds,
        `You can place up to 20 orders an hour. Please try again in ${wait}, or call us.`,
        code,
      )
    }
  }
}
