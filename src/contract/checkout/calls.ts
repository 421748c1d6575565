import * as z from 'zod/mini'
import { EnteredAddress, uncheckedAddress } from '#contract/addresses/schemas.ts'
import { defineCall } from '#contract/base/call.ts'
import {
  dollars,
  emailText,
  optionalLines,
  optionalText,
  personName,
  phoneNumber,
  requiredText,
  rowId,
  tidyPhoneNumber,
  tidyState,
  uncheckedText,
  wholeNumber,
  zipcode,
} from '#contract/base/fields.ts'
import { formMessages, shopFormMessages } from '#contract/base/form-messages.ts'
import { CARD_TYPES, COMMENTS_LIMIT, TEXT_LIMIT } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { OrderTotals, PlacedOrder } from '#contract/orders/calls.ts'
import { pagePaths } from '#contract/paths.ts'
import { toFiveDigits } from '#domain/addresses/zip.ts'
import type { LicenseBlockReason } from '#domain/customers/license.ts'
import { normalizeEmail } from '#domain/text/email-address.ts'

export const Contact = z.object({
  first_name: personName(formMessages.firstNameRequired),
  last_name: personName(formMessages.lastNameRequired),
  user_email: emailText(formMessages.emailRequired, formMessages.emailInvalid),
  phone_number: phoneNumber(formMessages.phoneRequired),
})
export type Contact = z.infer<typeof Contact>

export const DeliveryAddress = z.extend(EnteredAddress, { zip: zipcode })

/**
 * The destination of a delivery: one of the user's saved addresses, or, if the id is 0 or absent, the address in the
 * other fields.
 */
export const Destination = z
  .object({
    address_id: z._default(wholeNumber(0, 2_147_483_647, pageMessages.addressUnknown), 0),
    ...uncheckedAddress,
  })
  .check(
    z.superRefine((input, context) => {
      if (input.address_id !== 0) return
      for (const issue of DeliveryAddress.safeParse(input).error?.issues ?? []) context.addIssue({ ...issue })
    }),
  )
export type Destination = z.infer<typeof Destination>

/** Step 1 of the form; the method comes from a quote. */
export const Shipping = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('P') }),
    z.object({
      type: z.literal('D'),
      // If absent, reads as an address without any field, so that each field reports its own error.
      shipping: z.prefault(Destination, { company: undefined }),
      shipping_method: requiredText(shopFormMessages.shippingMethodRequired, 50),
    }),
  ],
  { error: pageMessages.typeRequired },
)

export type Shipping = z.infer<typeof Shipping>

/** 13 to 20 digits (docs/specification §5). */
const cardNumber = z
  .string({ error: formMessages.cardNumberRequired })
  .check(
    z.trim(),
    z.minLength(1, formMessages.cardNumberRequired),
    z.regex(/^(?:\d[ -]?){13,20}$|^$/, formMessages.cardNumberInvalid),
  )

export const Payment = z.discriminatedUnion(
  'payment_type',
  [
    z.object({ payment_type: z.literal('quickpay') }),
    z.object({ payment_type: z.literal('check') }),
    z.object({
      payment_type: z.literal('card'),
      card_holder_name: requiredText(formMessages.cardHolderRequired),
      card_type: z._default(z.enum(CARD_TYPES), 'Visa'),
      card_number: cardNumber,
      expire_year: requiredText(formMessages.expireYearRequired, 4),
      expire_month: requiredText(formMessages.expireMonthRequired, 2),
      ccv: requiredText(formMessages.cardVerificationRequired, 4),
      billing_zip: requiredText(formMessages.billingZipRequired, 10).check(z.overwrite(toFiveDigits)),
    }),
  ],
  { error: pageMessages.paymentTypeUnknown },
)
export type Payment = z.infer<typeof Payment>

/**
 * The buyer's details as sent by the form. Guests must fill them in by the rules of `Contact`; those of users are
 * stored.
 */
const UncheckedContact = {
  first_name: uncheckedText(),
  last_name: uncheckedText(),
  user_email: z._default(
    z
      .string({ error: formMessages.emailRequired })
      .check(z.trim(), z.maxLength(TEXT_LIMIT, shopFormMessages.tooLong), z.overwrite(normalizeEmail)),
    '',
  ),
  phone_number: uncheckedText(tidyPhoneNumber),
}

/** In dollars; more than a full cart can cost. */
const TOTAL_LIMIT = 1e12

/**
 * The whole checkout form. Unknown fields (a price, a total, a status) are dropped, because the server computes those
 * itself.
 */
export const PlaceOrder = z.intersection(
  z.object({
    ...UncheckedContact,
    payment: Payment,
    comments: optionalLines(COMMENTS_LIMIT),
    /** The total that the review showed. An order with a different total is refused, not charged. */
    reviewed_total: z.optional(
      z.pipe(
        // A form sends it as text.
        z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,10}(?:\.\d{1,2})?$/)), z.transform(Number))], {
          error: shopMessages.malformed,
        }),
        z.number({ error: shopMessages.malformed }).check(z.minimum(0), z.maximum(TOTAL_LIMIT)),
      ),
    ),
  }),
  Shipping,
)
export type PlaceOrder = z.infer<typeof PlaceOrder>

export const ShippingQuote = z.object({ label: z.string(), price: dollars, name: z.string() })
export type ShippingQuote = z.infer<typeof ShippingQuote>

/** Why an order was not placed. Nothing was stored, and the cart is unchanged. */
export type PlaceOrderRefusal =
  | { code: 'cart_empty' }
  | { code: 'not_available'; productName: string; remaining: number }
  | { code: 'price_changed' }
  | { code: 'under_minimum'; minimumCents: number }
  | { code: 'total_changed'; reviewedCents: number; totalCents: number }
  | { code: 'zip_not_served' }
  | { code: 'method_not_offered' }
  | { code: 'state_not_found' }
  | { code: 'address_not_found' }
  | { code: 'card_not_offered' }
  | { code: 'quick_pay_not_offered' }
  | { code: 'key_reused' }
  | { code: LicenseBlockReason }
  | { code: 'too_many_orders'; waitSeconds: number }

/**
 * The id of the user whose order the page shows. If their session has ended meanwhile, the order is not placed as a
 * guest's.
 */
export const BUYER_HEADER = 'x-buyer'

/** Either of the two; if both are given, the address takes precedence. */
export const QuoteQuery = z.object({ address_id: z.optional(rowId), zipcode: z.optional(zipcode) }).check(
  z.refine(({ address_id, zipcode }) => address_id !== undefined || zipcode !== undefined, {
    error: formMessages.zipcodeRequired,
    path: ['zipcode'],
  }),
)

/**
 * The order to compute the totals for: a Pickup, or a Delivery by one of the methods, to a saved address or to a state
 * and ZIP.
 */
export const TotalsQuery = z
  .object({
    type: z.enum(['P', 'D'], { error: pageMessages.typeRequired }),
    address_id: z.optional(rowId),
    state: uncheckedText(tidyState),
    zipcode: z.optional(zipcode),
    shipping_method: optionalText(50),
  })
  .check(
    z.superRefine(({ type, address_id, state, zipcode, shipping_method }, { addIssue }) => {
      const reportMissing = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
      if (type === 'P') return
      if (shipping_method === '') reportMissing('shipping_method', shopFormMessages.shippingMethodRequired)
      if (address_id !== undefined) return
      if (state === '') reportMissing('state', formMessages.stateRequired)
      if (zipcode === undefined) reportMissing('zipcode', formMessages.zipcodeRequired)
    }),
  )

export const quotesCall = defineCall('quotes', {
  summary: 'Quotes shipping for the visitor’s cart by ZIP or by a saved address',
  query: QuoteQuery,
  responses: { 200: z.array(ShippingQuote) },
  callsPerMinute: 120,
  errors: [401, 404, 422],
})
export const totalsCall = defineCall('totals', {
  summary: 'Calculates the total of the visitor’s cart including tax, exactly as placing the order charges it',
  query: TotalsQuery,
  responses: { 200: OrderTotals },
  callsPerMinute: 120,
  errors: [401, 404, 422],
})
export const placeOrderCall = defineCall('placeOrder', {
  redirectTo: pagePaths.success,
  summary:
    'Places an order. Send an Idempotency-Key header: the same key returns the same order. With an X-Buyer header, the order is refused unless that user is signed in',
  keyed: true,
  body: PlaceOrder,
  responses: { 201: PlacedOrder },
  errors: [401, 403, 409, 415, 422],
})
