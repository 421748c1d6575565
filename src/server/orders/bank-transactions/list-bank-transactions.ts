import {
  type MatchCertainty,
  matchTransaction,
  type OrderIndex,
  type TransactionMatch,
} from '#domain/bank-transactions/match-transaction.ts'
import { cents } from '#domain/money/money.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  type BankTransactionRow,
  type BankTransactionState,
  findBankTransaction,
  findBankTransactions,
} from './bank-transaction.queries.ts'
import { readOrderIndex } from './read-order-index.ts'

export type ListedBankTransaction = BankTransactionRow & {
  /** Amount not booked yet, in cents. */
  openCents: number
  /** Undefined unless the bank transaction is open. */
  match: TransactionMatch | undefined
}

const MAX_LISTED = 1_000

/** Returns a page of the bank transactions of a state, newest first; open ones with the orders that they may pay. */
export async function listBankTransactions(
  db: Database,
  {
    state,
    before,
    limit = MAX_LISTED,
  }: { state: BankTransactionState; before?: number | undefined; limit?: number | undefined },
): Promise<ListedBankTransaction[]> {
  const [transactions, index] = await Promise.all([
    findBankTransactions(db, state, { limit: Math.min(limit, MAX_LISTED), before }),
    state === 'open' ? readOrderIndex(db) : undefined,
  ])
  return transactions.map((transaction) => toListed(transaction, index))
}

/** Returns a page of the open bank transactions of a sort, matching as many as it takes to fill the page. */
export async function listBankTransactionsByMatch(
  db: Database,
  { sort, before, limit }: { sort: MatchCertainty; before?: number | undefined; limit: number },
): Promise<ListedBankTransaction[]> {
  const matching: ListedBankTransaction[] = []
  let after = before
  for (;;) {
    const transactions = await findBankTransactions(db, 'open', { limit: MAX_LISTED, before: after })
    const index = await readOrderIndex(db)
    for (const transaction of transactions) {
      const match = matchUnbooked(transaction, index)
      if (match.sort !== sort) continue
      matching.push({ ...transaction, openCents: transaction.amountCents - transaction.bookedCents, match })
      if (matching.length === limit) return matching
    }
    if (transactions.length < MAX_LISTED) return matching
    after = transactions.at(-1)?.id
  }
}

/** Returns a single one, in the format of the list. */
export async function readBankTransaction(db: Database, id: number): Promise<ListedBankTransaction | undefined> {
  const transaction = await findBankTransaction(db, id)
  return transaction && toListed(transaction, transaction.state === 'open' ? await readOrderIndex(db) : undefined)
}

const toListed = (transaction: BankTransactionRow, index: OrderIndex | undefined): ListedBankTransaction => ({
  ...transaction,
  openCents: transaction.amountCents - transaction.bookedCents,
  match: index && matchUnbooked(transaction, index),
})

/** Matches the unbooked amount. Unconfirmed bank transactions match nothing. */
export function matchUnbooked(transaction: BankTransactionRow, index: OrderIndex): TransactionMatch {
  const match = matchAsReceived(transaction, index)
  return transaction.isUnconfirmed ? { ...match, sort: 'unknown' } : match
}

/**
 * Matches an unconfirmed bank transaction as if it had been received: it may be the money of an order about to be
 * canceled as unpaid.
 */
export const matchAsReceived = (
  { amountCents, bookedCents, payer, memo }: BankTransactionRow,
  index: OrderIndex,
): TransactionMatch => matchTransaction({ amountCents: cents(amountCents - bookedCents), payer, memo }, index)
