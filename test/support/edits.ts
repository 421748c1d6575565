import { cents } from '#domain/money.ts'
import { editOrder } from '#server/checkout/edit-order.ts'
import { type OrderEdit, planEdit } from '#server/checkout/plan-edit.ts'
import type { TaxLocation } from '#server/checkout/price-order.ts'
import { quoteFromTable } from '#server/checkout/quote-shipping.ts'
import { findOrderVersions } from '#server/order/order-versions.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** Any role, without re-authentication. */
export const ANY_DISCOUNT = { clerkPercent: 100, managerPercent: 100, isProven: false }
export const clerk = { kind: 'command_line', by: 'clerk@example.com' } as const

/** Edits an order like the call does, by default its current version, in a shop without a minimum. */
export function editsOf(connection: () => Connection, jobs: () => Jobs) {
  type EditInput = Partial<OrderEdit> & Pick<OrderEdit, 'changes'>
  type Shop = { minimumSubTotalCents?: number; counter?: TaxLocation }
  const versionOf = async (id: number) => (await findOrderVersions(connection().db, id))?.present.version ?? 0
  const whole = async (orderId: number, given: EditInput): Promise<OrderEdit> => ({
    orderId,
    reason: 'The customer called.',
    expectedVersion: given.expectedVersion ?? (await versionOf(orderId)),
    ...given,
  })
  const shop = ({ minimumSubTotalCents = 0, counter = { state: '', zip: '' } }: Shop) => ({
    quoteShipping: quoteFromTable,
    counter,
    minimumSubTotalCents: cents(minimumSubTotalCents),
    discounts: ANY_DISCOUNT,
    jobs: jobs(),
  })
  return {
    versionOf,
    edit: async (orderId: number, given: EditInput, settings: Shop = {}) => {
      const asked = await whole(orderId, given)
      return inTransaction(connection().db, (trx) => editOrder(trx, clerk, asked, shop(settings)))
    },
    plan: async (orderId: number, given: EditInput, settings: Shop = {}) =>
      planEdit(connection().db, await whole(orderId, given), shop(settings)),
  }
}
