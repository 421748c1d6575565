import { cents, timesQuantity } from '#domain/money.ts'
import { commissionableValue } from '#domain/order/commissionable-value.ts'
import { orderTotals } from '#domain/order/order-totals.ts'
import { demoMembers } from '#seed/network/members.ts'
import { type DemoOrder, demoOrders } from '#seed/network/orders.ts'
import { quoteFromTable } from '../checkout/quote-shipping.ts'
import type { Transaction } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import {
  type DemoOrderRow,
  insertDemoCounts,
  insertDemoOrders,
  insertMembers,
  readDemoProducts,
} from './demo-network.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Product = Awaited<ReturnType<typeof readDemoProducts>>[number]

/**
 * Sixty members, a year of their orders and their points, dated back from `now`: whenever the shop is filled, it has
 * had a year. `passwordHashes` are of those who can sign in.
 */
export async function seedNetwork(
  trx: Transaction,
  now: Date,
  passwordHashes: ReadonlyMap<string, string>,
): Promise<UserId[]> {
  const members = demoMembers()
  const ids = await insertMembers(
    trx,
    members.map((member) => ({
      ...member,
      passwordHash: passwordHashes.get(member.email) ?? null,
      enrolledAt: new Date(now.getTime() - member.enrolledDaysAgo * DAY_MS),
    })),
  )
  const products = new Map((await readDemoProducts(trx)).map((product) => [product.handle, product]))
  const rows: DemoOrderRow[] = []
  for (const order of demoOrders(members, [...products.keys()])) rows.push(await rowOf(trx, order, products, ids, now))
  await insertDemoOrders(trx, rows)
  await insertDemoCounts(trx)
  return ids
}

async function rowOf(
  trx: Transaction,
  order: DemoOrder,
  products: ReadonlyMap<string, Product>,
  ids: readonly UserId[],
  now: Date,
): Promise<DemoOrderRow> {
  const ordered = order.lines.map(({ handle, quantity }) => ({ product: products.get(handle) as Product, quantity }))
  const lines = ordered.map(({ product, quantity }, position) => lineOf(product, quantity, position))
  const weightGrams = ordered.reduce((sum, { product, quantity }) => sum + product.weight_grams * quantity, 0)
  const quotes = order.address ? await quoteFromTable(trx, { zipcode: order.address.zip, weightGrams }) : []
  const quote = quotes.find(({ method }) => method === order.method) ?? quotes[0]
  const sum = (read: (line: DemoOrderRow['lines'][number]) => number) =>
    lines.reduce((total, line) => total + read(line), 0)
  const totals = orderTotals({
    subTotalCents: cents(sum((line) => line.total_price_cents)),
    delivery: quote && { shippingPriceCents: quote.priceCents },
    taxRateBp: 0,
  })
  const at = (hours: number | null) => (hours === null ? null : new Date(now.getTime() - hours * HOUR_MS))
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
      pv: sum((line) => line.unit_pv * line.quantity),
      cv_cents: sum((line) => line.cv_cents),
      shipping_method: quote?.method ?? null,
      shipping_description: quote?.label ?? 'Pickup',
      payment_type: order.paymentType,
      created_at: at(order.placed) as Date,
      paid_at: at(order.paid),
      completed_at: at(order.completed),
      canceled_at: at(order.canceled),
    },
    lines,
    address: quote ? order.address : null,
  }
}

function lineOf(product: Product, quantity: number, position: number): DemoOrderRow['lines'][number] {
  const total = timesQuantity(cents(product.price_cents), quantity)
  return {
    position,
    product_id: product.id,
    name: product.name,
    image_file: product.image_file,
    quantity,
    price_cents: product.price_cents,
    total_price_cents: total,
    unit_pv: product.pv,
    commissionable_bp: product.commissionable_bp,
    cv_cents: commissionableValue(total, product.commissionable_bp),
  }
}
