import { type Cents, cents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { rewriteOrder } from '#server/orders/order-versions.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { moveStock } from '#server/stock/move-stock.ts'
import { type DiscountRule, refuseDiscount } from './limit-discount.ts'
import { type EditOrderRefusal, type EditShop, type OrderEdit, type PlannedEdit, planEdit } from './plan-edit.ts'

export type EditedOrder = {
  edition: number
  totalCents: Cents
  /** Increase of the total; negative for a decrease. */
  differenceCents: Cents
}

/**
 * Changes lines, address, method or discount of an order that is not packed yet (docs/back-office §3, Edits). Stores
 * the whole previous version, updates balance and payment state, moves stock by the difference, and emails the
 * customer. Locks the order, then its products in ID order.
 */
export async function editOrder(
  trx: Transaction,
  actor: Actor,
  edit: OrderEdit,
  shop: EditShop & { jobs: Jobs },
): Promise<Result<EditedOrder, EditOrderRefusal>> {
  if (edit.reason.trim() === '') return refuse({ code: 'reason_required' })
  if (!(await lockOrder(trx, edit.orderId))) return refuse({ code: 'not_found' })
  const stale = await refuseStale(trx, edit.orderId, edit.expectedVersion)
  if (stale) return stale
  const plan = await planEdit(trx, edit, shop)
  if (!plan.ok) return plan
  const { order, next, moved } = plan
  const { totalCents } = next.price.totals
  const { reviewedCents = totalCents } = edit
  if (reviewedCents !== totalCents) return refuse({ code: 'total_changed', reviewedCents, totalCents })
  const discountRefusal = refuseEditedDiscount(actor, plan, shop.discounts)
  if (discountRefusal) return refuse(discountRefusal)
  const reason = edit.reason.trim()
  const { lowered, raised } = moved
  const stock = await moveStock(trx, actor, { orderId: order.id, lowered, raised, reason })
  if (!stock.ok) return stock
  await rewriteOrder(trx, actor, order, next, reason)
  await recordAction(trx, actor, {
    action: 'order.edited',
    subject: { kind: 'order', id: order.id },
    person: order.user_id,
    ...diffFields(plan),
    reason,
  })
  await shop.jobs.queue(trx, 'mail', [{ mail: 'order_edited', order_id: order.id, replaced_version: order.version }])
  return { ok: true, edition: order.version + 1, ...computeDifference(plan) }
}

/**
 * Refuses the discount of an edited order if the actor may not give it now. A discount that the edit does not raise is
 * allowed.
 */
export const refuseEditedDiscount = (actor: Actor, { order, next }: PlannedEdit, rule: DiscountRule) =>
  refuseDiscount(
    actor,
    next.price.totals,
    { discountCents: cents(order.discount_cents), subTotalCents: cents(order.sub_total_cents) },
    rule,
  )

/** Computes the total of an edit and its difference. */
export function computeDifference({ order, next }: PlannedEdit): Pick<EditedOrder, 'totalCents' | 'differenceCents'> {
  const { totalCents } = next.price.totals
  return { totalCents, differenceCents: cents(totalCents - order.total_cents) }
}

/** Returns the differing fields before and after, for the audit log. */
function diffFields({ order, next }: PlannedEdit) {
  const { totals, discount } = next.price
  const fields: [name: string, before: unknown, after: unknown][] = [
    ['version', order.version, order.version + 1],
    ['lines', order.lines.map(toLineEntry), next.lines.map(toLineEntry)],
    ['type', order.type, next.type],
    ['address', order.address, next.address ?? null],
    ['shipping_method', order.shipping_method, next.shippingMethod],
    ['shipping_price_cents', order.shipping_price_cents, totals.shippingPriceCents],
    ['discount_cents', order.discount_cents, totals.discountCents],
    ['discount_reason', order.discount_reason, discount?.reason ?? null],
    ['total_cents', order.total_cents, totals.totalCents],
  ]
  const changes = fields.filter(([, before, after]) => JSON.stringify(before) !== JSON.stringify(after))
  return {
    before: Object.fromEntries(changes.map(([name, before]) => [name, before])),
    after: Object.fromEntries(changes.map(([name, , after]) => [name, after])),
  }
}

const toLineEntry = (line: { position: number; product_id: number | null; name: string; quantity: number }) => ({
  position: line.position,
  product_id: line.product_id,
  name: line.name,
  quantity: line.quantity,
})
