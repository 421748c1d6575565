import type { AdminBody, AdminResponse } from '#contract/admin-calls.ts'
import { MAX_QUANTITY } from '#contract/base/limits.ts'
import { type Address, type AddressField, addressFields, emptyAddress } from '#domain/addresses/address.ts'
import { parseZip } from '#domain/addresses/zip.ts'

export type Member = AdminResponse<'memberSearch'>['members'][number]
export type Product = AdminResponse<'productSearch'>['products'][number]
export type Guest = {
  kind: 'guest'
  first_name: string
  last_name: string
  user_email: string
  phone_number: string
  referral_code: string
}

/** An order that is being entered. Contains no secrets: cards are not accepted by phone. */
export type Draft = {
  customer: { kind: 'nobody' } | { kind: 'member'; member: Member } | Guest
  lines: { product: Product; quantity: number }[]
  type: 'D' | 'P'
  /** An address id of the member, or 0 for the typed address. */
  addressId: number
  /** Typed fields only; the rest comes from the customer. */
  address: Partial<Record<AddressField, string>>
  /** Empty selects the first one offered. */
  shippingMethod: string
  discount: { kind: 'none' | 'amount' | 'percent'; figure: string; reason: string }
  paymentType: 'quickpay' | 'check' | 'cash'
  isPaid: boolean
  isHandedOver: boolean
  comments: string
}

export const emptyDraft: Draft = {
  customer: { kind: 'nobody' },
  lines: [],
  type: 'D',
  addressId: 0,
  address: {},
  shippingMethod: '',
  discount: { kind: 'none', figure: '', reason: '' },
  paymentType: 'quickpay',
  isPaid: false,
  isHandedOver: false,
  comments: '',
}

export const isEmpty = (draft: Draft): boolean => JSON.stringify(draft) === JSON.stringify(emptyDraft)

/** Adds as many as are in stock and reports the shortage. */
export function addWithinStock(
  draft: Draft,
  product: Product,
  quantity: number,
): { draft: Draft; added: number; notice?: string } {
  const ordered = draft.lines.find((line) => line.product.id === product.id)?.quantity ?? 0
  const availableQuantity = product.remaining === null ? quantity : Math.max(0, product.remaining - ordered)
  const added = Math.min(quantity, availableQuantity)
  const next = added > 0 ? withProduct(draft, product, added) : draft
  if (added === quantity) return { draft: next, added }
  const { name, remaining } = product
  if (remaining === 0) return { draft: next, added, notice: `${name} is sold out and wasn’t added.` }
  return {
    draft: next,
    added,
    notice:
      added > 0
        ? `Only ${remaining} of ${name} left: ${added} added.`
        : `This order already has the last ${remaining} of ${name}.`,
  }
}

/** Adding a product that is already in the draft increases its quantity. */
export function withProduct(draft: Draft, product: Product, quantity: number): Draft {
  const isInDraft = draft.lines.some((line) => line.product.id === product.id)
  const lines = isInDraft
    ? draft.lines.map((line) =>
        line.product.id === product.id ? { product, quantity: Math.min(line.quantity + quantity, MAX_QUANTITY) } : line,
      )
    : [...draft.lines, { product, quantity }]
  return { ...draft, lines }
}

/** A member's order ships to the first address by default. */
export const withMember = (draft: Draft, member: Member): Draft => ({
  ...draft,
  customer: { kind: 'member', member },
  addressId: member.addresses[0]?.id ?? 0,
  address: {},
  shippingMethod: '',
})

/** The typed address, with the customer's name and phone number as defaults. */
export function typedAddress({ customer, address }: Draft): Address {
  const contact = customer.kind === 'member' ? customer.member : customer.kind === 'guest' ? customer : undefined
  const defaults: Partial<Record<AddressField, string>> = contact
    ? { first_name: contact.first_name, last_name: contact.last_name, phone_number: contact.phone_number }
    : {}
  return {
    ...emptyAddress,
    ...Object.fromEntries(addressFields.map((field) => [field, (address[field] ?? defaults[field] ?? '').trim()])),
  }
}

/** Reason of a discount in a quote, which needs one before the order has it. */
export const PLACEHOLDER_REASON = 'for the quote'

/** Returns undefined while the draft cannot be quoted: no goods, or no destination. */
export function quoteBody(draft: Draft): AdminBody<'quoteStaffOrder'> | undefined {
  if (draft.lines.length === 0) return undefined
  const goods = {
    lines: linesOf(draft),
    ...(discountOf(draft) && { discount: { ...discountOf(draft), reason: PLACEHOLDER_REASON } }),
    ...(draft.customer.kind === 'member' && { user_id: draft.customer.member.id }),
  } as Pick<AdminBody<'quoteStaffOrder'>, 'lines' | 'discount' | 'user_id'>
  if (draft.type === 'P') return { ...goods, type: 'P' }
  if (draft.addressId !== 0)
    return { ...goods, type: 'D', address_id: draft.addressId, shipping_method: draft.shippingMethod }
  const { state, zip } = typedAddress(draft)
  if (state === '' || parseZip(zip) === undefined) return undefined
  return { ...goods, type: 'D', state, zipcode: zip, shipping_method: draft.shippingMethod }
}

/** Body of the order to place; `shippingMethod` is the one that the quote selected. */
export function placeBody(
  draft: Draft,
  { total, shippingMethod }: { total: number; shippingMethod: string },
): AdminBody<'placeStaffOrder'> {
  const discount = discountOf(draft)
  const { customer } = draft
  return {
    customer: customer.kind === 'member' ? { kind: 'member', user_id: customer.member.id } : guestOf(customer),
    lines: linesOf(draft),
    ...(discount && { discount: { ...discount, reason: draft.discount.reason } }),
    payment_type: draft.paymentType,
    paid: draft.isPaid,
    handed_over: draft.type === 'P' && draft.isHandedOver,
    comments: draft.comments,
    reviewed_total: total,
    ...(draft.type === 'P'
      ? { type: 'P' as const }
      : {
          type: 'D' as const,
          shipping: { ...typedAddress(draft), address_id: draft.addressId },
          shipping_method: shippingMethod,
        }),
  } as AdminBody<'placeStaffOrder'>
}

const guestOf = (customer: { kind: 'nobody' } | Guest): Guest =>
  customer.kind === 'guest'
    ? customer
    : { kind: 'guest', first_name: '', last_name: '', user_email: '', phone_number: '', referral_code: '' }

const linesOf = ({ lines }: Draft) => lines.map(({ product, quantity }) => ({ product_id: product.id, quantity }))

/** Parses the discount with or without its sign; undefined while it is not a number, which a quote ignores. */
function discountOf({ discount: { kind, figure } }: Draft) {
  const value = Number(figure.replace(/[$%,\s]/g, ''))
  if (kind === 'none' || figure.trim() === '' || !(value > 0)) return undefined
  return kind === 'amount' ? { kind, amount: value } : { kind, percent: value }
}

/** Client-side errors by field; the server checks the rest. */
export function findMissingFields(draft: Draft): Record<string, string> {
  const { state, zip } = typedAddress(draft)
  const usesTypedAddress = draft.type === 'D' && draft.addressId === 0
  return {
    ...(draft.customer.kind === 'nobody' && { customer: 'Choose a customer.' }),
    ...(draft.lines.length === 0 && { lines: 'Add a product.' }),
    ...(usesTypedAddress && state === '' && { 'shipping.state': 'Choose a state.' }),
    ...(usesTypedAddress && zip === '' && { 'shipping.zip': 'Enter a ZIP code.' }),
    ...(draft.discount.kind !== 'none' && !discountOf(draft) && { 'discount.figure': 'Enter an amount.' }),
    ...(draft.discount.kind !== 'none' &&
      draft.discount.reason.trim() === '' && { 'discount.reason': 'Enter a reason.' }),
  }
}
