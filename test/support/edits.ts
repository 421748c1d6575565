import { cents } from '#domain/money/money.ts'
import { editOrder } from '#server/checkout/edit-order.ts'
import { type OrderEdit, planEdit } from '#server/checkout/plan-edit.ts'
import type { TaxLocation } from '#server/checkout/price-order.ts'
import { quoteFromTable } from '#server/checkout/quote-shipping.ts'
import { findOrderVersions } from '#server/orders/order-versions.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Any role, without re-authentication. */
export const ANY_DISCOUNT = { clerkPercent: 100, managerPercent: 100, isReauthenticated: false }
export const clerk = { kind: 'command_line', by: 'clerk@example.com' } as const

/** Edits an order like the call does, in a shop without a minimum. */
export function createOrderEdits(connection: () => Connection, jobs: () => Jobs) {
  type EditInput = Partial<OrderEdit> & Pick<OrderEdit, 'changes'>
  type Shop = { minimumSubTotalCents?: number; counter?: TaxLocation }
  const readEdition = async (id: number) => (await findOrderVersions(connection().db, id))?.present.version ?? 0
  const completeEdit = (orderId: number, changes: EditInput): OrderEdit => ({
    orderId,
    reason: 'The customer called.',
    ...changes,
  })
  const shop = ({ minimumSubTotalCents = 0, counter = { state: '', zip: '' } }: Shop) => ({
    quoteShipping: quoteFromTable,
    counter,
    minimumSubTotalCents: cents(minimumSubTotalCents),
    discounts: ANY_DISCOUNT,
    jobs: jobs(),
  })
  return {
    readEdition,
    edit: async (orderId: number, changes: EditInput, settings: Shop = {}) => {
      const input = completeEdit(orderId, changes)
      return inTransaction(connection().db, (trx) => editOrder(trx, clerk, input, shop(settings)))
    },
    plan: async (orderId: number, changes: EditInput, settings: Shop = {}) =>
      planEdit(connection().db, completeEdit(orderId, changes), shop(settings)),
  }
}
