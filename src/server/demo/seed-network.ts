import { daysAfterEnd, type Month, monthOf } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { calculateOrderPrice, type LinePrice } from '#domain/pricing/order-price.ts'
import { createDemoMembers } from '#seed/network/members.ts'
import { createDemoOrders, type DemoOrder } from '#seed/network/orders.ts'
import { type QuoteParcel, quoteFromTable } from '#server/checkout/quote-shipping.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, UserId } from '#server/platform/database/tables.generated.ts'
import {
  type DemoOrderRow,
  insertDemoCounts,
  insertDemoOrders,
  insertMembers,
  readDemoProducts,
} from './demo-network.queries.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

type Product = Awaited<ReturnType<typeof readDemoProducts>>[number]

/** An order canceled after its month was closed. */
export type LateCancellation = { orderId: OrderId; at: Date }

/**
 * Creates sixty members with a year of orders and points, dated back from `now`, so that a shop always has a year of
 * history. `passwordHashes` are those of members who can sign in. The returned late cancellations, oldest first, are
 * still to be applied: each needs its month to be closed first.
 */
export async function seedNetwork(
  trx: Transaction,
  {
    now,
    settlingDays,
    passwordHashes,
  }: { now: Date; settlingDays: number; passwordHashes: ReadonlyMap<string, string> },
): Promise<{ ids: UserId[]; late: LateCancellation[]; firstMonth: Month }> {
  const members = createDemoMembers()
  const ids = await insertMembers(
    trx,
    members.map((member) => ({
      ...member,
      passwordHash: passwordHashes.get(member.email) ?? null,
      enrolledAt: hoursBefore(now, member.enrolledDaysAgo * DAY_HOURS),
      activeUntil: member.activeUntilDaysAgo === null ? null : hoursBefore(now, member.activeUntilDaysAgo * DAY_HOURS),
    })),
  )
  const products = new Map((await readDemoProducts(trx)).map((product) => [product.handle, product]))
  const orders = createDemoOrders(members, [...products.keys()], now.getTime())
  const lateCancellations = orders.map((order) => findLateCancellation(order, now, settlingDays))
  const rows: DemoOrderRow[] = []
  const quotes = new Map<string, QuoteParcel>()
  for (const [i, order] of orders.entries()) {
    const zip = order.address?.zip
    if (zip !== undefined && !quotes.has(zip)) quotes.set(zip, await quoteFromTable(trx, zip))
    const quoteParcel = zip === undefined ? undefined : quotes.get(zip)
    rows.push(
      createOrderRow(lateCancellations[i] ? { ...order, canceled: null } : order, { quoteParcel, products, ids, now }),
    )
  }
  const orderIds = await insertDemoOrders(trx, rows)
  await insertDemoCounts(trx)

  const late = lateCancellations.flatMap((toInstant, i) =>
    toInstant ? [{ orderId: orderIds[i] as OrderId, at: toInstant }] : [],
  )
  const oldest = [
    ...members.map(({ enrolledDaysAgo }) => enrolledDaysAgo * DAY_HOURS),
    ...orders.map((order) => order.completed ?? 0),
  ]
  return {
    ids,
    late: late.sort((a, b) => a.at.getTime() - b.at.getTime()),
    firstMonth: monthOf(hoursBefore(now, Math.max(...oldest)).getTime()),
  }
}

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR_MS)

function findLateCancellation({ completed, canceled }: DemoOrder, now: Date, settlingDays: number): Date | undefined {
  if (completed === null || canceled === null) return undefined
  const toInstant = hoursBefore(now, canceled)
  const closable = daysAfterEnd(monthOf(hoursBefore(now, completed).getTime()), settlingDays)
  return toInstant.getTime() >= closable ? toInstant : undefined
}

function createOrderRow(
  order: DemoOrder,
  {
    quoteParcel,
    products,
    ids,
    now,
  }: {
    quoteParcel: QuoteParcel | undefined
    products: ReadonlyMap<string, Product>
    ids: readonly UserId[]
    now: Date
  },
): DemoOrderRow {
  const orderedProducts = order.lines.map(({ handle, quantity }) => ({
    product: products.get(handle) as Product,
    quantity,
  }))
  const weightGrams = orderedProducts.reduce((sum, { product, quantity }) => sum + product.weight_grams * quantity, 0)
  const quotes = quoteParcel?.(weightGrams) ?? []
  const quote = quotes.find(({ method }) => method === order.method) ?? quotes[0]
  const price = calculateOrderPrice({
    lines: orderedProducts.map(({ product, quantity }) => ({
      priceCents: cents(product.price_cents),
      quantity,
      unitPv: product.pv,
      commissionableBp: product.commissionable_bp,
      taxExempt: product.tax_exempt,
    })),
    delivery: quote && { shippingPriceCents: quote.priceCents },
    taxRates: [],
  })
  const { totals } = price
  const toInstant = (hours: number | null) => (hours === null ? null : hoursBefore(now, hours))
  return {
    order: {
      user_id: order.buyer === null ? null : (ids[order.buyer] as UserId),
      credited_user_id: order.credited === null ? null : (ids[order.credited] as UserId),
      status: order.canceled !== null ? 'canceled' : order.completed !== null ? 'completed' : 'processing',
      type: quote ? 'D' : 'P',
      ...order.contact,
      sub_total_cents: totals.subTotalCents,
      shipping_price_cents: totals.shippingPriceCents,
      insurance_cents: totals.insuranceCents,
      tax_cents: totals.taxCents,
      total_cents: totals.totalCents,
      pv: totals.pv,
      cv_cents: totals.cvCents,
      shipping_method: quote?.method ?? null,
      shipping_description: quote?.label ?? 'Pickup',
      payment_type: order.paymentType,
      created_at: toInstant(order.placed) as Date,
      paid_at: toInstant(order.paid),
      completed_at: toInstant(order.completed),
      canceled_at: toInstant(order.canceled),
    },
    lines: orderedProducts.map(({ product, quantity }, position) =>
      createLine(product, quantity, position, price.lines[position]),
    ),
    address: quote ? order.address : null,
  }
}

function createLine(
  product: Product,
  quantity: number,
  position: number,
  price: LinePrice | undefined,
): DemoOrderRow['lines'][number] {
  if (!price) throw new Error(`line ${position} has no price`)
  return {
    position,
    product_id: product.id,
    name: product.name,
    image_file: product.image_file,
    quantity,
    price_cents: product.price_cents,
    total_price_cents: price.totalCents,
    tax_exempt: product.tax_exempt,
    unit_pv: product.pv,
    commissionable_bp: product.commissionable_bp,
    cv_cents: price.cvCents,
  }
}
