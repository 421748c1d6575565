import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type BankTransactionState, lockBankTransaction, markConfirmed } from './bank-transaction.queries.ts'
import { refuseStaleTransaction } from './refuse-stale-transaction.ts'

export type ConfirmRefusal =
  | { code: 'not_found' }
  | { code: 'stale' }
  | { code: 'bank_transaction_not_open'; state: BankTransactionState }
  | { code: 'already_received' }

/**
 * Confirms that the money of an unconfirmed bank transaction was received (docs/back-office §3, Notices); from then on
 * it is matched like the others.
 */
export async function confirmBankTransaction(
  trx: Transaction,
  actor: Actor,
  { bankTransactionId, expectedVersion }: { bankTransactionId: number; expectedVersion?: string | undefined },
): Promise<Result<NoValue, ConfirmRefusal>> {
  const transaction = await lockBankTransaction(trx, bankTransactionId)
  if (!transaction) return refuse({ code: 'not_found' })
  const stale = await refuseStaleTransaction(trx, transaction, expectedVersion)
  if (stale) return stale
  if (transaction.state !== 'open') return refuse({ code: 'bank_transaction_not_open', state: transaction.state })
  if (!transaction.isUnconfirmed) return refuse({ code: 'already_received' })
  await markConfirmed(trx, transaction.id)
  await recordAction(trx, actor, {
    action: 'bank_transaction.confirmed',
    subject: { kind: 'bank_transaction', id: transaction.id },
    before: { undecided: true },
    after: { undecided: false },
  })
  return { ok: true }
}
