import { cents } from '#domain/money/money.ts'
import type { Discount } from '#domain/pricing/discount.ts'
import { type PriceRefusal, refusePrice } from '#domain/pricing/order-price.ts'
import { type Result, refuse } from '#domain/result.ts'
import { calculateAvailability } from '#domain/stock/availability.ts'
import { findOrderableProducts, type OrderableProduct } from '#server/catalog/orderable-products.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { stockConsumption } from '#server/stock/stock-draws.ts'
import type { TaxLocation } from './price-order.ts'
import {
  type PricedChoice,
  type PricedOrder,
  type Pricing,
  priceOrder,
  readRates,
  toPricedGoods,
} from './price-order.ts'
import type { Quote } from './quote-shipping.ts'
import { refuseDestination } from './refuse-destination.ts'

export type StaffGoods = {
  lines: readonly { productId: number; quantity: number }[]
  discount?: Discount | undefined
}

export type StaffOrderLine = OrderableProduct & { quantity: number }

export type StaffPriceRefusal =
  | { code: 'reason_required' }
  | { code: 'product_not_found'; productId: number }
  | { code: 'duplicate_line' }
  | { code: 'state_not_found' }
  | { code: 'zip_not_served' }
  | { code: 'method_not_offered' }
  | PriceRefusal

export type PricedStaffOrder = PricedOrder & {
  lines: StaffOrderLine[]
  /** Stock left for each line after the preceding ones; null if not tracked. */
  remaining: (number | null)[]
  quotes: Quote[]
}

/**
 * Prices a staff order at current prices, with the rules for customers (docs/back-office §3, Staff orders).
 */
export async function priceStaffOrder(
  db: Database | Transaction,
  { lines: requestedLines, discount }: StaffGoods,
  context: { choice: PricedChoice; destination: TaxLocation | undefined; userId: UserId | undefined },
  pricing: Pricing,
): Promise<Result<PricedStaffOrder, StaffPriceRefusal>> {
  if (discount?.reason.trim() === '') return refuse({ code: 'reason_required' })
  const ids = requestedLines.map(({ productId }) => productId)
  if (new Set(ids).size < ids.length) return refuse({ code: 'duplicate_line' })
  const products = await findOrderableProducts(db, ids)
  const lines: StaffOrderLine[] = []
  for (const { productId, quantity } of requestedLines) {
    const product = products.get(productId)
    if (!product) return refuse({ code: 'product_not_found', productId })
    lines.push({ ...product, quantity })
  }
  // The minimum applies to customers only.
  const refusal = refusePrice({ lines: toPricedGoods(lines), discount }, cents(0))
  if (refusal) return refuse(refusal)

  const rates = await readRates(db, context.choice, context.destination, context.userId, pricing)
  const weight = lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0)
  const quotes = rates.quoteParcel?.(weight) ?? []
  const choice = isUndecided(context.choice)
    ? { ...context.choice, shipping_method: quotes[0]?.method ?? '' }
    : context.choice
  const pricedOrder = priceOrder(choice, lines, rates, discount)
  if (!pricedOrder.ok) return refuseDestination(pricedOrder.refusal.code)
  const remaining = calculateAvailability(
    lines.map((line) => ({ quantity: line.quantity, draws: stockConsumption(line.product_id, line) })),
  )
  return { ...pricedOrder, lines, remaining, quotes }
}

const isUndecided = (choice: PricedChoice): choice is { type: 'D'; shipping_method: string } =>
  choice.type === 'D' && choice.shipping_method === ''
