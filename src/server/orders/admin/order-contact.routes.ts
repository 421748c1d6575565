import type { FastifyInstance } from 'fastify'
import type { Contact } from '#contract/checkout/calls.ts'
import { correctContactCall } from '#contract/orders/admin-changes.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { correctContact, type OrderContact } from '#server/orders/correct-contact.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { contactProblem } from './order-management.errors.ts'
import { respondWithOrder } from './require-managed-order.errors.ts'

/** Corrects the contact of an order (docs/decisions/0045); responds with the current order. */
export function orderContactRoutes(app: FastifyInstance, services: Services): void {
  const { permitted } = makeStaffPolicies(services)

  serve(
    app,
    correctContactCall,
    permitted(correctContactCall),
    async ({ params: { order_id: orderId }, body, caller }) => {
      const { reason, expected_version: expectedVersion, ...contact } = body
      const correction = { orderId, contact: readContact(contact), reason, expectedVersion }
      const result = await inTransaction(services.db, (trx) => correctContact(trx, caller.actor, correction, services))
      return respondWithOrder(services, orderId, result, contactProblem)
    },
  )
}

const readContact = ({ user_email: email, ...names }: Contact): OrderContact => ({ ...names, email })
