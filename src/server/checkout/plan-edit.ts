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
import { type Pricing, priceOrder, type Rates, toPricedGoods } from './price-order.ts'
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
  /** Version of the order shown to the user. The edit is refused after any change, such as its first submission. */
  expectedVersion?: string | undefined
  changes: OrderChanges
  reason: string
  /** Total that was previewed, if any. A different total is refused. */
  reviewedCents?: Cents | undefined
}

export type PlanEditRefusal =
  | { code: 'not_found' }
  | { code: 'reason_required' }
  | { code: 'not_possible'; from: OrderStatus }
  /** Some of it is packed or shipped. */
  | { code: 'already_packed' }
  /** Something was returned or credited. */
  | { code: 'is_credited' }
  | { code: 'edit_unchanged' }
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

export type EditOrderRefusal = PlanEditRefusal | { code: 'stale' }

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
  { orderId, changes }: Pick<OrderEdit, 'orderId' | 'changes'>,
  shop: EditShop,
): Promise<Result<PlannedEdit, PlanEditRefusal>> {
  if (changes.discount?.reason.trim() === '') return refuse({ code: 'reason_required' })
  const order = await findEditableOrder(db, orderId)
  if (!order) return refuse({ code: 'not_found' })
  if (order.status !== 'processing') return refuse({ code: 'not_possible', from: order.status })
  if (order.fulfillment_state !== 'unfulfilled') return refuse({ code: 'already_packed' })
  if (order.is_credited) return refuse({ code: 'is_credited' })

  const editedLines = editLines(order.lines.map(toEditable), changes.lines ?? [], order.next_position)
  if (!editedLines.ok) return editedLines
  const found = await findLines(db, order, editedLines)
  if (!found.ok) return found
  const { lines } = found
  const discount = changes.discount === undefined ? findDiscount(order) : (changes.discount ?? undefined)
  const goods = { lines: toPricedGoods(lines), discount }
  const refusal = refusePrice(goods, shop.minimumSubTotalCents)
  if (refusal && (refusal.code !== 'under_minimum' || isBelowPreviousTotal(order, goods))) return refuse(refusal)

  const delivery = resolveDelivery(order, changes.delivery)
  const isSameParcel = editedLines.lowered.length + editedLines.raised.length === 0 && isSameShipping(order, delivery)
  // Without its product, the weight of a line is unknown.
  const weightless = lines.find(({ weight_grams, product_id }) => product_id === null && weight_grams === null)
  if (weightless && delivery.type === 'D' && !isSameParcel) {
    return refuse({ code: 'line_product_deleted', position: weightless.position })
  }
  const weighed = lines.map((line) => ({ ...line, weight_grams: line.weight_grams ?? 0 }))
  const rates = await findRates(db, order, delivery, isSameParcel, shop)
  const pricedOrder = priceOrder(
    delivery.type === 'P' ? delivery : { type: 'D', shipping_method: delivery.shippingMethod },
    weighed,
    rates,
    discount,
  )
  if (!pricedOrder.ok) return refuseDestination(pricedOrder.refusal.code)
  if (
    editedLines.lowered.length + editedLines.raised.length === 0 &&
    isSameDelivery(order, delivery) &&
    isSameDiscount(order, discount)
  ) {
    return refuse({ code: 'edit_unchanged' })
  }
  const { price, shippingDescription, shippingMethod } = pricedOrder
  const address = delivery.type === 'D' ? delivery.address : undefined
  const next = { type: delivery.type, address, lines, price, shippingDescription, shippingMethod }
  return { ok: true, order, next, moved: editedLines }
}

const toEditable = ({ position, product_id, quantity }: EditableOrder['lines'][number]) => ({
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
): Promise<Result<{ lines: WeighedLine[] }, PlanEditRefusal>> {
  const products = await findOrderableProducts(
    db,
    raised.map(({ productId }) => productId),
  )
  const missingProduct = raised.find(({ productId }) => !products.has(productId))
  if (missingProduct) {
    const ordered = order.lines.find(({ position }) => position === missingProduct.position)
    return ordered
      ? refuse({ code: 'not_available', productName: ordered.name, remaining: 0 })
      : refuse({ code: 'product_not_found', productId: missingProduct.productId })
  }
  const existingLines = new Map(order.lines.map((line) => [line.position, line]))
  const newProductIds = new Map(added.map(({ position, productId }) => [position, productId]))
  return {
    ok: true,
    lines: lines.flatMap(({ position, quantity }): WeighedLine[] => {
      const ordered = existingLines.get(position)
      if (ordered) return [{ ...ordered, pv: ordered.unit_pv, quantity }]
      const product = products.get(newProductIds.get(position) ?? 0)
      return product ? [{ ...product, position, quantity }] : []
    }),
  }
}

function findDiscount(order: EditableOrder): Discount | undefined {
  const reason = order.discount_reason ?? ''
  if (order.discount_milli_percent !== null) {
    return { kind: 'percent', milliPercent: order.discount_milli_percent, reason }
  }
  return order.discount_cents > 0 ? { kind: 'amount', amountCents: cents(order.discount_cents), reason } : undefined
}

/** An order that was already below the minimum, because the minimum rose since, can still be edited. */
function isBelowPreviousTotal(
  order: EditableOrder,
  goods: { lines: ReturnType<typeof toPricedGoods>; discount: Discount | undefined },
) {
  const previousLocation = cents(order.sub_total_cents - order.discount_cents)
  return refusePrice(goods, previousLocation) !== undefined
}

type Delivery = NonNullable<OrderChanges['delivery']>

const resolveDelivery = (order: EditableOrder, requested: Delivery | undefined): Delivery =>
  requested ??
  (order.type === 'D' && order.address
    ? { type: 'D', address: order.address, shippingMethod: order.shipping_method ?? '' }
    : { type: 'P' })

/** Compares everything but the goods that the shipping price depends on. */
const isSameShipping = (order: EditableOrder, delivery: Delivery): boolean =>
  delivery.type === 'D' &&
  order.address?.zip === delivery.address.zip &&
  order.shipping_method === delivery.shippingMethod

const isSameDelivery = (order: EditableOrder, delivery: Delivery): boolean =>
  delivery.type === 'P'
    ? order.type === 'P'
    : isSameShipping(order, delivery) &&
      order.address !== null &&
      JSON.stringify(pickAddress(order.address)) === JSON.stringify(pickAddress(delivery.address))

const isSameDiscount = (order: EditableOrder, discount: Discount | undefined): boolean =>
  describeDiscount(findDiscount(order)) === describeDiscount(discount)

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
  delivery: Delivery,
  isSameParcel: boolean,
  { quoteShipping, counter }: Pricing,
): Promise<Rates> {
  const location = delivery.type === 'D' ? delivery.address : counter
  const previousLocation = order.type === 'D' && order.address ? order.address : counter
  const found =
    location.state === ''
      ? { taxRates: [], certificate: undefined }
      : await findTaxRates(db, location, order.user_id ?? undefined, order.created_at)
  const state = findTaxState(location)
  const certificate = state === findTaxState(previousLocation) ? findCertificate(order, state) : found?.certificate
  if (delivery.type === 'P') return { taxRates: found?.taxRates, certificate, quoteParcel: undefined }
  const currentQuote = {
    method: delivery.shippingMethod,
    label: order.shipping_description,
    priceCents: cents(order.shipping_price_cents),
  }
  const quoteParcel = isSameParcel ? () => [currentQuote] : await quoteShipping(db, delivery.address.zip)
  return { taxRates: found?.taxRates, certificate, quoteParcel }
}

const findCertificate = (order: EditableOrder, state: string): Certificate | undefined =>
  order.certificate_number !== null && order.certificate_state === state
    ? { state, number: order.certificate_number }
    : undefined
