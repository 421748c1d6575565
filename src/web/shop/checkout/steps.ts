import * as z from 'zod/mini'
import { optionalLines } from '#contract/base/fields.ts'
import { COMMENTS_LIMIT } from '#contract/base/limits.ts'
import type { Cart } from '#contract/cart/calls.ts'
import { Contact, Payment, PlaceOrder, Shipping } from '#contract/checkout/calls.ts'
import type { Shop } from '#contract/content/calls.ts'
import { paths } from '#web/api/paths.ts'
import { checkoutBlockReason } from '#web/shop/cart/checkout-block-reason.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** Fields of each step, validated by the contract. A signed-in user needs no contact details. */
const comments = optionalLines(COMMENTS_LIMIT)
const GuestShippingStep = z.intersection(z.extend(Contact, { comments }), Shipping)
const UserShippingStep = z.intersection(z.object({ comments }), Shipping)
export const shippingStep = (guest: boolean) => (guest ? GuestShippingStep : UserShippingStep)
export const PaymentStep = z.object({ payment: Payment })

type OfferedPayments = Readonly<Shop['payment_types']>

export const STEPS = ['shipping', 'payment', 'review'] as const
export type Step = (typeof STEPS)[number]

export const stepNames: Record<Step, string> = { shipping: 'Shipping', payment: 'Payment', review: 'Review' }

/** First incomplete step, or the cart when it cannot be ordered. */
export function firstOpenStep(
  form: CheckoutForm,
  cart: Cart | null,
  guest: boolean,
  paymentTypes: OfferedPayments,
): Step | 'cart' {
  if (checkoutBlockReason(cart) !== undefined) return 'cart'
  if (!shippingStep(guest).safeParse(withAddressId(form)).success) return 'shipping'
  if (!paymentTypes.includes(form.payment.payment_type)) return 'payment'
  if (!PaymentStep.safeParse(form).success) return 'payment'
  return 'review'
}

/** Redirect target for a visitor who opens a step before completing the earlier ones. */
export function findRedirect(
  requestedStep: Step,
  form: CheckoutForm,
  cart: Cart | null,
  guest: boolean,
  paymentTypes: OfferedPayments,
): string | undefined {
  const openStep = firstOpenStep(form, cart, guest, paymentTypes)
  if (openStep === 'cart') return paths.cart
  return STEPS.indexOf(requestedStep) > STEPS.indexOf(openStep) ? paths[openStep] : undefined
}

/** Order form for the request: trimmed, without fields that do not apply to the selected options. */
export const toOrderForm = (form: CheckoutForm): PlaceOrder => z.parse(PlaceOrder, withAddressId(form))

/** Without a selected address, the typed fields apply. */
export const withAddressId = (form: CheckoutForm): CheckoutForm => ({
  ...form,
  shipping: { ...form.shipping, address_id: form.shipping.address_id || '0' },
})

/** Step that contains a field named in the server's `errors`. */
export const findStep = (field: string): Step => (field.startsWith('payment') ? 'payment' : 'shipping')
