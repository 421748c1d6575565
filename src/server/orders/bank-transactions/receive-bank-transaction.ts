import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type BankTransactionState, lockBankTransaction, markReceived } from './bank-transaction.queries.ts'

export type ReceiveRefusal =
  | { code: 'notice_not_found' }
  | { code: 'not_open'; state: BankTransactionState }
  | { code: 'not_undecided' }

/**
 * Confirms that the money of an undecided bank transaction was received (docs/back-office §3, Notices); from then on it
 * is matched like the others.
 */
export async function receiveBankTransaction(
  trx: Transaction,
  actor: Actor,
  { bankTransactionId }: { bankTransactionId: number },
): Promise<Result<NoValue, ReceiveRefusal>> {
  const transaction = await lockBankTransaction(trx, bankTransactionId)
  if (!transaction) return refuse({ code: 'notice_not_found' })
  if (transaction.state !== 'open') return refuse({ code: 'not_open', state: transaction.state })
  if (!transaction.isUndecided) return refuse({ code: 'not_undecided' })
  await markReceived(trx, transaction.id)
  await recordAction(trx, actor, {
    action: 'bank_transaction.confirmed',
    subject: { kind: 'bank_transaction', id: transaction.id },
    before: { undecided: true },
    after: { undecided: false },
  })
  return { ok: true }
}
