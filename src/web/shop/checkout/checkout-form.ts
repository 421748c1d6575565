import type { CARD_TYPES } from '#contract/base/limits.ts'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import type { Shop } from '#contract/content/calls.ts'
import { type Address, emptyAddress } from '#domain/addresses/address.ts'

/** Fields of all steps; the chosen type and payment decide which of them are sent. */
export type CheckoutForm = {
  first_name: string
  last_name: string
  user_email: string
  phone_number: string
  type: 'P' | 'D'
  /** `address_id` is a saved address, `0` for the typed fields, or empty until one is selected. */
  shipping: { address_id: string } & Address
  shipping_method: string
  comments: string
  payment: { payment_type: PlaceOrder['payment']['payment_type'] } & CardFields
}

export type CardFields = {
  card_holder_name: string
  card_type: (typeof CARD_TYPES)[number]
  card_number: string
  expire_year: string
  expire_month: string
  ccv: string
  billing_zip: string
}

/** An untouched form (docs/specification §3); a card expires this month by default. */
export function emptyForm(now: Date): CheckoutForm {
  return {
    first_name: '',
    last_name: '',
    user_email: '',
    phone_number: '',
    type: 'P',
    shipping: { address_id: '', ...emptyAddress },
    shipping_method: '',
    comments: '',
    payment: {
      payment_type: 'quickpay',
      card_holder_name: '',
      card_type: 'Visa',
      card_number: '',
      expire_year: String(now.getFullYear()),
      expire_month: String(now.getMonth() + 1).padStart(2, '0'),
      ccv: '',
      billing_zip: '',
    },
  }
}

/**
 * Selects one of the user's addresses: the one chosen before, else the first (docs/specification §3). Without saved
 * addresses there is nothing to select, and signing in selects the first one, unless an address was typed.
 */
export function withAddress(form: CheckoutForm, addresses: readonly { id: number }[]): CheckoutForm {
  const ids = addresses.map(({ id }) => String(id))
  const { address_id, address_1 } = form.shipping
  const selected = address_id === '' && address_1 !== '' ? '0' : address_id
  const isValid = ids.length > 0 && ['0', ...ids].includes(selected)
  return { ...form, shipping: { ...form.shipping, address_id: isValid ? selected : (ids[0] ?? '') } }
}

/** Selects an available payment: the one chosen before, else the first. */
export function withOfferedPayment(form: CheckoutForm, paymentTypes: Shop['payment_types']): CheckoutForm {
  const [firstType] = paymentTypes
  if (firstType === undefined || paymentTypes.includes(form.payment.payment_type)) return form
  return { ...form, payment: { ...form.payment, payment_type: firstType } }
}

/**
 * Serializes the form for storage. Keeps only the kind of payment: card fields are never stored anywhere (docs/product
 * §4.3).
 */
export function toStored({ payment, ...form }: CheckoutForm): string {
  return JSON.stringify({ ...form, payment: { payment_type: payment.payment_type } })
}

/**
 * Restores a stored form on top of an untouched one; ignores invalid text, such as from an older version or after
 * tampering.
 */
export function fromStored(text: string | null, now: Date): CheckoutForm {
  const empty = emptyForm(now)
  const stored = readObject(text)
  const form = overlay(empty, stored)
  form.shipping = overlay(empty.shipping, readObject(stored.shipping))
  form.type = stored.type === 'D' ? 'D' : 'P'
  const paymentType = readObject(stored.payment).payment_type
  form.payment = { ...empty.payment, ...(isPaymentType(paymentType) && { payment_type: paymentType }) }
  return form
}

const isPaymentType = (value: unknown): value is CheckoutForm['payment']['payment_type'] =>
  value === 'quickpay' || value === 'check' || value === 'card'

/** Copies the texts for which the form has a field. */
function overlay<T extends object>(empty: T, stored: Record<string, unknown>): T {
  const texts = Object.keys(empty)
    .filter((name) => typeof stored[name] === 'string')
    .map((name) => [name, stored[name]])
  return { ...empty, ...Object.fromEntries(texts) }
}

function readObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  if (typeof value !== 'string') return {}
  try {
    return readObject(JSON.parse(value) as object)
  } catch {
    return {}
  }
}
