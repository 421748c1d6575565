import type { FastifyInstance } from 'fastify'
import { shopMessages } from '#contract/base/messages.ts'
import { addOrderNoteCall } from '#contract/orders/admin-changes.ts'
import { managedOrdersCall, type OrderFilter, orderBookCall } from '#contract/orders/admin-list.ts'
import { managedOrderCall, overpaidOrdersCall, unclearedChecksCall } from '#contract/orders/admin-order.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { fieldProblem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { sendExport } from '#server/identity/audit/send-export.ts'
import { findPendingStates } from '#server/identity/staff/find-open-approval.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { listOverpaid, listUnclearedChecks } from '#server/orders/payments/read-ledger.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { addOrderNote } from './add-order-note.ts'
import { listManagedOrders } from './list-managed-orders.ts'
import { noteProblem } from './order-management.errors.ts'
import { toSorting } from './order-sorts.ts'
import { requireManagedOrder, respondWithOrder } from './require-managed-order.errors.ts'
import { streamOrderBook } from './stream-order-book.ts'

const PAGE_SIZE = 100

/** Routes for staff to view orders (docs/back-office §3). */
export function managedOrderRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, managedOrdersCall, permitted(managedOrdersCall), async ({ query }) => {
    const { sort, direction, after, ...filter } = query
    const result = await listManagedOrders(services, filter, toSorting(sort, direction), after)
    if (!result.ok) throw fieldProblem('invalid', 'after', shopMessages.malformed)
    return result
  })

  serve(app, orderBookCall, permitted(orderBookCall), ({ query, caller, reply }) =>
    sendExport(db, reply, {
      actor: caller.actor,
      entry: {
        action: 'orders.exported',
        subject: { kind: 'shop', id: 'orders' },
        after: { ...omitSearch(query), words: query.search !== '' },
      },
      name: `orders-${shopDayOf(Date.now())}`,
      lines: streamOrderBook(services, query),
    }),
  )

  serve(app, managedOrderCall, permitted(managedOrderCall), ({ params }) =>
    requireManagedOrder(services, params.order_id),
  )

  serve(app, addOrderNoteCall, permitted(addOrderNoteCall), async ({ params: { order_id: orderId }, body, caller }) => {
    const note = { orderId, note: body.note, expectedVersion: body.expected_version }
    const result = await inTransaction(db, (trx) => addOrderNote(trx, caller.actor, note))
    return respondWithOrder(services, orderId, result, noteProblem)
  })

  serve(app, overpaidOrdersCall, permitted(overpaidOrdersCall), async ({ query }) => {
    const rows = await listOverpaid(db, { ...query, limit: PAGE_SIZE + 1 })
    const approvals = await findPendingStates(db, 'payment.refund')
    const data = rows.slice(0, PAGE_SIZE).map(({ id, overpaidCents, ...order }) => ({
      ...order,
      order_id: id,
      approval: approvals.get(String(id)) ?? null,
      overpaid: toDollars(overpaidCents),
    }))
    return { data, next: rows.length > PAGE_SIZE ? (data.at(-1)?.order_id ?? null) : null }
  })

  serve(app, unclearedChecksCall, permitted(unclearedChecksCall), async ({ query: { filter, ...after } }) => {
    const rows = await listUnclearedChecks(db, settings.get('check_hold_days'), filter, {
      ...after,
      limit: PAGE_SIZE + 1,
    })
    const data = rows.slice(0, PAGE_SIZE).map(({ amount_cents, clearsOn, ...check }) => ({
      ...check,
      amount: toDollars(cents(amount_cents)),
      clears_on: clearsOn,
    }))
    return { data, next: rows.length > PAGE_SIZE ? (data.at(-1)?.payment_id ?? null) : null }
  })
}

/** Leaves out the search text: a name in it could not be erased from the log. */
const omitSearch = ({ search: _, ...filter }: OrderFilter): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
