import type { MatchCertainty } from '#domain/bank-transactions/match-transaction.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type BankTransactionRow, findBankTransactions } from './bank-transaction.queries.ts'
import { matchAsReceived } from './list-bank-transactions.ts'
import { readOrderIndex } from './read-order-index.ts'

const PAGE_SIZE = 1_000

export type MatchSummary = {
  /** Number of open bank transactions of each sort. */
  counts: Record<MatchCertainty, number>
  /** Open orders that one matches exactly or probably: their money may have arrived already (docs/back-office §3). */
  orders: ReadonlySet<number>
}

/** Matches every open bank transaction with the open orders. */
export async function matchOpenBankTransactions(db: Database): Promise<MatchSummary> {
  const counts = { exact: 0, probable: 0, unknown: 0 }
  const orders = new Set<number>()
  let transactions: BankTransactionRow[] | undefined = await findBankTransactions(db, 'open', { limit: PAGE_SIZE })
  while (transactions && transactions.length > 0) {
    const index = await readOrderIndex(db)
    for (const transaction of transactions) {
      const { sort, candidates } = matchAsReceived(transaction, index)
      counts[transaction.isUnconfirmed ? 'unknown' : sort]++
      if (sort !== 'unknown' && candidates[0]) orders.add(candidates[0].orderId)
    }
    transactions =
      transactions.length < PAGE_SIZE
        ? undefined
        : await findBankTransactions(db, 'open', { limit: PAGE_SIZE, before: transactions.at(-1)?.id })
  }
  return { counts, orders }
}
