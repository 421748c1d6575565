import { countActions } from '#server/identity/audit/count-actions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { LinkedOrder } from './guest-link.ts'

export const CONTACT_CORRECTED = 'order.contact_corrected'

/**
 * Returns the data that signs a link to an order. Corrections are counted in the audit log, since its entries outlive
 * an erasure.
 */
export const readLinkedOrder = async (db: Database | Transaction, id: number): Promise<LinkedOrder> => ({
  id,
  corrections: await countActions(db, CONTACT_CORRECTED, { kind: 'order', id }),
})
