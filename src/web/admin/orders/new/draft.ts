import type { AdminAnswer, AdminBody } from '#contract/admin-calls.ts'
import { MAX_QUANTITY } from '#contract/limits.ts'
import { type Address, type AddressField, addressFields, emptyAddress } from '#domain/address/address.ts'
import { readZip } from '#domain/address/zip.ts'

export type Member = AdminAnswer<'memberSearch'>['members'][number]
export type Product = AdminAnswer<'productSearch'>['products'][number]
export type Guest = {
  kind: 'guest'
  first_name: string
  last_name: string
  user_email: string
  phone_number: string
  referral_code: string
}

/** An order while it is typed in. Nothing of it is a secret: cards are not taken by phone. */
export type Draft = {
  customer: { kind: 'nobody' } | { kind: 'member'; member: Member } | Guest
  lines: { product: Product; quantity: number }[]
  type: 'D' | 'P'
  /** One of the member's, or 0 for the one that is typed. */
  addressId: number
  /** What was typed of it; the rest is the customer's. */
  address: Partial<Record<AddressField, string>>
  /** Empty: the first that is offered. */
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

/** Adds as many as there are, and says what that left out. */
export function addWithinStock(
  draft: Draft,
  product: Product,
  wanted: number,
): { draft: Draft; added: number; notice?: string } {
  const ordered = draft.lines.find((line) => line.product.id === product.id)?.quantity ?? 0
  const room = product.remaining === null ? wanted : Math.max(0, product.remaining - ordered)
  const added = Math.min(wanted, room)
  const next = added > 0 ? withProduct(draft, product, added) : draft
  if (added === wanted) return { draft: next, added }
  const { name, remaining } = product
  if (remaining === 0) return { draft: next, added, notice: `${name} is sold out. It was not added.` }
  return {
    draft: next,
    added,
    notice:
      added > 0
        ? `Only ${remaining} of ${name} left: ${added} added.`
        : `Only ${remaining} of ${name} left, and this order has them.`,
  }
}

/** Three of what is there already are three more. */
export function withProduct(draft: Draft, product: Product, quantity: number): Draft {
  const known = draft.lines.some((line) => line.product.id === product.id)
  const lines = known
    ? draft.lines.map((line) =>
        line.product.id === product.id ? { product, quantity: Math.min(line.quantity + quantity, MAX_QUANTITY) } : line,
      )
    : [...draft.lines, { product, quantity }]
  return { ...draft, lines }
}

/** A member's things go to their first address unless somebody says otherwise. */
export const withMember = (draft: Draft, member: Member): Draft => ({
  ...draft,
  customer: { kind: 'member', member },
  addressId: member.addresses[0]?.id ?? 0,
  address: {},
  shippingMethod: '',
})

/** The address that is typed in, with the name and the phone number of whoever orders where nothing else was said. */
export function typedAddress({ customer, address }: Draft): Address {
  const own = customer.kind === 'member' ? customer.member : customer.kind === 'guest' ? customer : undefined
  const known: Partial<Record<AddressField, string>> = own
    ? { first_name: own.first_name, last_name: own.last_name, phone_number: own.phone_number }
    : {}
  return {
    ...emptyAddress,
    ...Object.fromEntries(addressFields.map((field) => [field, (address[field] ?? known[field] ?? '').trim()])),
  }
}

/** Nothing can be quoted yet: no goods, or nobody knows where they go. */
export function quoteBody(draft: Draft): AdminBody<'quoteStaffOrder'> | undefined {
  if (draft.lines.length === 0) return undefined
  const goods = {
    lines: linesOf(draft),
    ...(discountOf(draft) && { discount: { ...discountOf(draft), reason: 'for the quote' } }),
    ...(draft.customer.kind === 'member' && { user_id: draft.customer.member.id }),
  } as Pick<AdminBody<'quoteStaffOrder'>, 'lines' | 'discount' | 'user_id'>
  if (draft.type === 'P') return { ...goods, type: 'P' }
  if (draft.addressId !== 0)
    return { ...goods, type: 'D', address_id: draft.addressId, shipping_method: draft.shippingMethod }
  const { state, zip } = typedAddress(draft)
  if (state === '' || readZip(zip) === undefined) return undefined
  return { ...goods, type: 'D', state, zipcode: zip, shipping_method: draft.shippingMethod }
}

/** The order as it is sent; `shippingMethod` is the one that the quote chose. */
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

/** As typed, with or without its sign; undefined where it is no figure yet, which a quote leaves out. */
function discountOf({ discount: { kind, figure } }: Draft) {
  const value = Number(figure.replace(/[$%,\s]/g, ''))
  if (kind === 'none' || figure.trim() === '' || !(value > 0)) return undefined
  return kind === 'amount' ? { kind, amount: value } : { kind, percent: value }
}

/** What is wrong before anything is sent, by field; the shop says the rest. */
export function missingOf(draft: Draft): Record<string, string> {
  const { state, zip } = typedAddress(draft)
  const isTyped = draft.type === 'D' && draft.addressId === 0
  return {
    ...(draft.customer.kind === 'nobody' && { customer: 'Choose a customer.' }),
    ...(draft.lines.length === 0 && { lines: 'Add a product.' }),
    ...(isTyped && state === '' && { 'shipping.state': 'Choose a state.' }),
    ...(isTyped && zip === '' && { 'shipping.zip': 'Enter a ZIP code.' }),
    ...(draft.discount.kind !== 'none' && !discountOf(draft) && { 'discount.figure': 'Enter an amount.' }),
    ...(draft.discount.kind !== 'none' &&
      draft.discount.reason.trim() === '' && { 'discount.reason': 'Enter a reason.' }),
  }
}
