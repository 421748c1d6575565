import { type Address, pickAddress } from '#domain/addresses/address.ts'
import { findTaxState } from '#domain/addresses/zip-state.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { type EditedLines, editLines, type LineChange, type LineChangeRefusal } from '#domain/orders/edit.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import type { Discount } from '#domain/pricing/discount.ts'
import { type PriceRefusal, refusePrice } from '#domain/pricing/order-price.ts'
import type { Certificate } from '#domain/pricing/tax.ts'
import { type Result, refuse } from '#domain/result.ts'
import { findOrderableProducts } from '#server/catalog/orderable-products.ts'
import type { CopiedLine } from '#server/orders/copy-price.ts'
import { type EditableOrder, findEditableOrder, type NextVersion } from '#server/orders/order-versions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { DiscountRefusal, DiscountRule } from './limit-discount.ts'
import { goodsOf, type Pricing, priceOrder, type Rates } from './price-order.ts'
import { refuseDestination } from './refuse-destination.ts'
import { findTaxRates } from './tax.queries.ts'

export type OrderChanges = {
  lines?: readonly LineChange[] | undefined
  delivery?: { type: 'P' } | { type: 'D'; address: Address; shippingMethod: string } | undefined
  /** Null removes the discount. */
  discount?: Discount | null | undefined
}

export type OrderEdit = {
  orderId: number
  /**
   * Version the user saw. If it is outdated, after another clerk's edit or a repeated submission, the edit is refused.
   */
  expectedVersion: number
  changes: OrderChanges
  reason: string
  /** Total that was previewed, if any. A different total is refused. */
  reviewedCents?: Cents | undefined
}

export type EditOrderRefusal =
  | { code: 'order_not_found' }
  | { code: 'reason_required' }
  | { code: 'not_possible'; from: OrderStatus }
  /** Some of it is packed or shipped. */
  | { code: 'not_unfulfilled' }
  /** Something was returned or credited. */
  | { code: 'is_credited' }
  /** Another user edited the order first. */
  | { code: 'stale'; version: number }
  | { code: 'unchanged' }
  /** A price, a rate or a setting has changed since the preview. */
  | { code: 'total_changed'; reviewedCents: Cents; totalCents: Cents }
  | { code: 'product_not_found'; productId: number }
  | { code: 'not_available'; productName: string; remaining: number }
  | { code: 'state_not_found' }
  | { code: 'zip_not_served' }
  | { code: 'method_not_offered' }
  | LineChangeRefusal
  | DiscountRefusal
  | PriceRefusal

export type EditShop = Pricing & { minimumSubTotalCents: Cents; discounts: DiscountRule }

export type PlannedEdit = {
  order: EditableOrder
  next: NextVersion
  moved: Pick<EditedLines, 'lowered' | 'raised'>
}

/**
 * Plans an edit without writing (docs/back-office §3, Edits; docs/decisions/0045). Existing lines keep their prices,
 * new ones get current prices, and the tax rates are those of the order's day.
 */
export async function planEdit(
  db: Database | Transaction,
  { orderId, expectedVersion, changes }: Omit<OrderEdit, 'reason' | 'reviewedCents'>,
  shop: EditShop,
): Promise<Result<PlannedEdit, EditOrderRefusal>> {
  if (changes.discount?.reason.trim() === '') return refuse({ code: 'reason_required' })
  const order = await findEditableOrder(db, orderId)
  if (!order) return refuse({ code: 'order_not_found' })
  if (order.version !== expectedVersion) return refuse({ code: 'stale', version: order.version })
  if (order.status !== 'processing') return refuse({ code: 'not_possible', from: order.status })
  if (order.fulfillment_state !== 'unfulfilled') return refuse({ code: 'not_unfulfilled' })
  if (order.is_credited) return refuse({ code: 'is_credited' })

  const edited = editLines(order.lines.map(editable), changes.lines ?? [], order.next_position)
  if (!edited.ok) return edited
  const found = await findLines(db, order, edited)
  if (!found.ok) return found
  const { lines } = found
  const discount = changes.discount === undefined ? discountOf(order) : (changes.discount ?? undefined)
  const goods = { lines: goodsOf(lines), discount }
  const refusal = refusePrice(goods, shop.minimumSubTotalCents)
  if (refusal && (refusal.code !== 'under_minimum' || isLowered(order, goods))) return refuse(refusal)

  const to = whereTo(order, changes.delivery)
  const isSameParcel = edited.lowered.length + edited.raised.length === 0 && isSameWay(order, to)
  // Without its product, the weight of a line is unknown.
  const weightless = lines.find(({ weight_grams, product_id }) => product_id === null && weight_grams === null)
  if (weightless && to.type === 'D' && !isSameParcel) {
    return refuse({ code: 'product_unavailable', position: weightless.position })
  }
  const weighed = lines.map((line) => ({ ...line, weight_grams: line.weight_grams ?? 0 }))
  const rates = await findRates(db, order, to, isSameParcel, shop)
  const priced = priceOrder(
    to.type === 'P' ? to : { type: 'D', shipping_method: to.shippingMethod },
    weighed,
    rates,
    discount,
  )
  if (!priced.ok) return refuseDestination(priced.refusal.code)
  if (edited.lowered.length + edited.raised.length === 0 && isSamePlace(order, to) && isSameDiscount(order, discount)) {
    return refuse({ code: 'unchanged' })
  }
  const { price, shippingDescription, shippingMethod } = priced
  const address = to.type === 'D' ? to.address : undefined
  const next = { type: to.type, address, lines, price, shippingDescription, shippingMethod }
  return { ok: true, order, next, moved: edited }
}

const editable = ({ position, product_id, quantity }: EditableOrder['lines'][number]) => ({
  position,
  productId: product_id,
  quantity,
})

type WeighedLine = CopiedLine & { weight_grams: number | null }

/** Returns the existing lines as ordered, and new ones from the catalog. */
async function findLines(
  db: Database | Transaction,
  order: EditableOrder,
  { lines, added, raised }: EditedLines,
): Promise<Result<{ lines: WeighedLine[] }, EditOrderRefusal>> {
  const products = await findOrderableProducts(
    db,
    raised.map(({ productId }) => productId),
  )
  const missing = raised.find(({ productId }) => !products.has(productId))
  if (missing) {
    const ordered = order.lines.find(({ position }) => position === missing.position)
    return ordered
      ? refuse({ code: 'not_available', productName: ordered.name, remaining: 0 })
      : refuse({ code: 'product_not_found', productId: missing.productId })
  }
  const present = new Map(order.lines.map((line) => [line.position, line]))
  const isNew = new Map(added.map(({ position, productId }) => [position, productId]))
  return {
    ok: true,
    lines: lines.flatMap(({ position, quantity }): WeighedLine[] => {
      const ordered = present.get(position)
      if (ordered) return [{ ...ordered, pv: ordered.unit_pv, quantity }]
      const product = products.get(isNew.get(position) ?? 0)
      return product ? [{ ...product, position, quantity }] : []
    }),
  }
}

function discountOf(order: EditableOrder): Discount | undefined {
  const reason = order.discount_reason ?? ''
  if (order.discount_milli_percent !== null) {
    return { kind: 'percent', milliPercent: order.discount_milli_percent, reason }
  }
  return order.discount_cents > 0 ? { kind: 'amount', amountCents: cents(order.discount_cents), reason } : undefined
}

/** An order that was already below the minimum, because the minimum rose since, can still be edited. */
function isLowered(order: EditableOrder, goods: { lines: ReturnType<typeof goodsOf>; discount: Discount | undefined }) {
  const before = cents(order.sub_total_cents - order.discount_cents)
  return refusePrice(goods, before) !== undefined
}

type Delivery = NonNullable<OrderChanges['delivery']>

const whereTo = (order: EditableOrder, wanted: Delivery | undefined): Delivery =>
  wanted ??
  (order.type === 'D' && order.address
    ? { type: 'D', address: order.address, shippingMethod: order.shipping_method ?? '' }
    : { type: 'P' })

/** Compares everything but the goods that the shipping price depends on. */
const isSameWay = (order: EditableOrder, to: Delivery): boolean =>
  to.type === 'D' && order.address?.zip === to.address.zip && order.shipping_method === to.shippingMethod

const isSamePlace = (order: EditableOrder, to: Delivery): boolean =>
  to.type === 'P'
    ? order.type === 'P'
    : isSameWay(order, to) &&
      order.address !== null &&
      JSON.stringify(pickAddress(order.address)) === JSON.stringify(pickAddress(to.address))

const isSameDiscount = (order: EditableOrder, discount: Discount | undefined): boolean =>
  describeDiscount(discountOf(order)) === describeDiscount(discount)

const describeDiscount = (discount: Discount | undefined): string =>
  discount === undefined
    ? ''
    : `${discount.kind} ${discount.kind === 'percent' ? discount.milliPercent : discount.amountCents} ${discount.reason}`

/**
 * Reads the tax rates of the order's day. Its certificate, or the lack of one, was settled then and is looked up again
 * only for another state. The same goods by the same method keep their shipping price.
 */
async function findRates(
  db: Database | Transaction,
  order: EditableOrder,
  to: Delivery,
  isSameParcel: boolean,
  { quoteShipping, counter }: Pricing,
): Promise<Rates> {
  const location = to.type === 'D' ? to.address : counter
  const before = order.type === 'D' && order.address ? order.address : counter
  const found =
    location.state === ''
      ? { taxRates: [], certificate: undefined }
      : await findTaxRates(db, location, order.user_id ?? undefined, order.created_at)
  const state = findTaxState(location)
  const certificate = state === findTaxState(before) ? certificateOf(order, state) : found?.certificate
  if (to.type === 'P') return { taxRates: found?.taxRates, certificate, quoteParcel: undefined }
  const kept = {
    method: to.shippingMethod,
    label: order.shipping_description,
    priceCents: cents(order.shipping_price_cents),
  }
  const quoteParcel = isSameParcel ? () => [kept] : await quoteShipping(db, to.address.zip)
  return { taxRates: found?.taxRates, certificate, quoteParcel }
}

const certificateOf = (order: EditableOrder, state: string): Certificate | undefined =>
  order.certificate_number !== null && order.certificate_state === state
    ? { state, number: order.certificate_number }
    : undefined
