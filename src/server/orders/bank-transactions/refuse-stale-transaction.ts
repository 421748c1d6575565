import { type RefusedResult, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type BankTransactionRow, findBookedPayments } from './bank-transaction.queries.ts'
import { computeTransactionVersion } from './bank-transaction-version.ts'

/**
 * Refuses a change that is based on another version of the bank transaction, which the caller has locked; without an
 * expected version, nothing is refused.
 */
export async function refuseStaleTransaction(
  trx: Transaction,
  transaction: BankTransactionRow,
  expectedVersion: string | undefined,
): Promise<RefusedResult<{ code: 'stale' }> | undefined> {
  if (expectedVersion === undefined) return undefined
  const payments = await findBookedPayments(trx, transaction.id)
  const version = computeTransactionVersion({ ...transaction, paymentIds: payments.map(({ paymentId }) => paymentId) })
  return version === expectedVersion ? undefined : refuse({ code: 'stale' })
}
