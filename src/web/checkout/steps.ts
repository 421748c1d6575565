import * as z from 'zod/mini'
import type { Cart } from '#contract/cart.ts'
import { Contact, Payment, PlaceOrder, Shipping } from '#contract/checkout.ts'
import type { Shop } from '#contract/content.ts'
import { optionalLines } from '#contract/fields.ts'
import { COMMENTS_LIMIT } from '#contract/limits.ts'
import { whyNotYet } from '#web/cart/why-not-yet.ts'
import { paths } from '#web/client/paths.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** The fields of each step, by the contract's rules. A user's own details are known to the shop. */
const comments = optionalLines(COMMENTS_LIMIT)
const GuestShippingStep = z.intersection(z.extend(Contact, { comments }), Shipping)
const UserShippingStep = z.intersection(z.object({ comments }), Shipping)
export const shippingStep = (guest: boolean) => (guest ? GuestShippingStep : UserShippingStep)
export const PaymentStep = z.object({ payment: Payment })

type OfferedPayments = Readonly<Shop['payment_types']>

export const STEPS = ['shipping', 'payment', 'review'] as const
export type Step = (typeof STEPS)[number]

export const stepNames: Record<Step, string> = { shipping: 'Shipping', payment: 'Payment', review: 'Review' }

/** The first step that is incomplete, or the cart when it cannot be ordered as it is. */
export function firstOpenStep(
  form: CheckoutForm,
  cart: Cart | null,
  guest: boolean,
  offered: OfferedPayments,
): Step | 'cart' {
  if (whyNotYet(cart) !== undefined) return 'cart'
  if (!shippingStep(guest).safeParse(settled(form)).success) return 'shipping'
  if (!offered.includes(form.payment.payment_type)) return 'payment'
  if (!PaymentStep.safeParse(form).success) return 'payment'
  return 'review'
}

/** Where to redirect a visitor who opens a step before the earlier ones are done. */
export function detour(
  wanted: Step,
  form: CheckoutForm,
  cart: Cart | null,
  guest: boolean,
  offered: OfferedPayments,
): string | undefined {
  const open = firstOpenStep(form, cart, guest, offered)
  if (open === 'cart') return paths.cart
  return STEPS.indexOf(wanted) > STEPS.indexOf(open) ? paths[open] : undefined
}

/** The order form as it is sent: trimmed, and without fields that the choices made irrelevant. */
export const orderForm = (form: CheckoutForm): PlaceOrder => z.parse(PlaceOrder, settled(form))

/** Without a chosen address, the fields are the address. */
export const settled = (form: CheckoutForm): CheckoutForm => ({
  ...form,
  shipping: { ...form.shipping, address_id: form.shipping.address_id || '0' },
})

/** The step that contains a field named in the server's `errors`. */
export const stepOf = (field: string): Step => (field.startsWith('payment') ? 'payment' : 'shipping')
