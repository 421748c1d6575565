import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type BankTransactionState, lockBankTransaction, writeSetAside } from './bank-transaction.queries.ts'
import { refuseStaleTransaction } from './refuse-stale-transaction.ts'

export type SetAsideRefusal =
  | { code: 'not_found' }
  | { code: 'reason_required' }
  | { code: 'stale' }
  | { code: 'bank_transaction_not_open'; state: BankTransactionState }
  | { code: 'partly_booked' }

/** Sets aside a bank transaction that pays no order, such as the shop's own money (docs/back-office §3, Notices). */
export async function setBankTransactionAside(
  trx: Transaction,
  actor: Actor,
  input: { bankTransactionId: number; reason: string; expectedVersion?: string | undefined },
): Promise<Result<NoValue, SetAsideRefusal>> {
  const reason = input.reason.trim()
  if (reason === '') return refuse({ code: 'reason_required' })
  const transaction = await lockBankTransaction(trx, input.bankTransactionId)
  if (!transaction) return refuse({ code: 'not_found' })
  const stale = await refuseStaleTransaction(trx, transaction, input.expectedVersion)
  if (stale) return stale
  if (transaction.state !== 'open') return refuse({ code: 'bank_transaction_not_open', state: transaction.state })
  if (transaction.bookedCents > 0) return refuse({ code: 'partly_booked' })
  await writeSetAside(trx, transaction.id, { reason, by: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: 'bank_transaction.set_aside',
    subject: { kind: 'bank_transaction', id: transaction.id },
    before: { state: 'open' },
    after: { state: 'set_aside' },
    reason,
  })
  return { ok: true }
}
