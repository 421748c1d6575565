import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Order } from '#contract/orders/calls.ts'
import { creditNoteCall, guestCreditNoteCall } from '#contract/orders/credit-note.ts'
import { staffCreditNoteCall } from '#contract/orders/documents.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { notFound } from '#server/http/errors.ts'
import { anyone, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { openGuestOrder } from '#server/orders/guest-order.errors.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { findUserOrder } from '#server/orders/user-orders.ts'
import { sendPdf } from '#server/platform/pdf/send-pdf.ts'
import { readCreditNote } from './read-credit-note.ts'

/** Serves credit notes to everyone who may read the invoice of their order. */
export function creditNoteRoutes(app: FastifyInstance, services: AccountServices, visitors: Visitors): void {
  const { db, settings, sessions } = services
  const { permitted } = makeStaffPolicies(services)

  /** Looked up by order and number together: a number of another order is not found. */
  async function sendCreditNote(reply: FastifyReply, order: Order | undefined, number: number): Promise<FastifyReply> {
    const credit = order && (await readCreditNote(db, order.id, number))
    if (!credit) throw notFound()
    return sendPdf(reply, `credit-note-${number}.pdf`, async () => {
      const { writeCreditNote } = await import('./credit-note-pdf.ts')
      return writeCreditNote(credit, order, settings)
    })
  }

  serve(app, creditNoteCall, makeSignedInPolicy(sessions, visitors), async ({ params, caller: { user }, reply }) =>
    sendCreditNote(reply, await findUserOrder(db, user.id, params.order_id), params.number),
  )

  serve(app, guestCreditNoteCall, anyone, async ({ params, query, reply }) =>
    sendCreditNote(reply, await openGuestOrder(services, params.order_id, query.key), params.number),
  )

  serve(app, staffCreditNoteCall, permitted(staffCreditNoteCall), async ({ params, reply }) =>
    sendCreditNote(reply, await findPresentedOrder(db, params.order_id), params.number),
  )
}
