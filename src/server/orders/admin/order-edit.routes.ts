import type { FastifyInstance } from 'fastify'
import { editOrderCall, orderVersionsCall, previewEditCall } from '#contract/checkout/staff-orders.ts'
import { toDollars } from '#domain/money/money.ts'
import { recordDiscountRefusal } from '#server/checkout/discount-refusal.errors.ts'
import { editOrder, refuseEditedDiscount } from '#server/checkout/edit-order.ts'
import { presentDiscountRefusal } from '#server/checkout/limit-discount.ts'
import { planEdit } from '#server/checkout/plan-edit.ts'
import { presentEdit } from '#server/checkout/present-edit.ts'
import { readEdit } from '#server/checkout/read-staff-order.ts'
import { editProblem } from '#server/checkout/staff-order.errors.ts'
import { makeStaffPricing } from '#server/checkout/staff-pricing.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { findOrderVersions } from '#server/orders/order-versions.ts'
import { presentVersion } from '#server/orders/present-version.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { staleOrderProblem } from './require-managed-order.errors.ts'

/** Serves edits of orders that are not packed, and their history (docs/back-office §3, Edits). */
export function orderEditRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, previewEditCall, permitted(previewEditCall), async ({ body, caller }) => {
    const pricing = makeStaffPricing(services, caller.recently_authenticated)
    const plan = await planEdit(db, readEdit(body), pricing)
    if (!plan.ok) throw editProblem(plan.refusal)
    const discountRefusal = refuseEditedDiscount(caller.actor, plan, pricing.discounts)
    return { ...presentEdit(plan), ...presentDiscountRefusal(discountRefusal) }
  })

  serve(app, editOrderCall, permitted(editOrderCall), async ({ body, caller, request }) => {
    const edit = { ...readEdit(body), reason: body.reason, expectedVersion: body.expected_version }
    const pricing = makeStaffPricing(services, caller.recently_authenticated)
    const result = await inTransaction(db, (trx) => editOrder(trx, caller.actor, edit, pricing))
    if (!result.ok) {
      if (result.refusal.code === 'stale') throw await staleOrderProblem(services, body.order_id)
      await recordDiscountRefusal(db, request, caller, result.refusal)
      throw editProblem(result.refusal)
    }
    const order = await findPresentedOrder(db, body.order_id)
    if (!order) throw notFound()
    return { edition: result.edition, difference: toDollars(result.differenceCents), order }
  })

  serve(app, orderVersionsCall, permitted(orderVersionsCall), async ({ params }) => {
    const history = await findOrderVersions(db, params.order_id)
    if (!history) throw notFound()
    const { replaced, present: current } = history
    return {
      edition: current.version,
      versions: [
        ...replaced.map((row) => presentVersion(row.version, row.snapshot, row)),
        presentVersion(current.version, current.snapshot),
      ],
    }
  })
}
