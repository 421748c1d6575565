import type { ParsedTransaction } from './parsed-transaction.ts'

/**
 * Keys that identify bank transactions, in order: the bank's id, or the content if there is none. The same text always
 * results in the same keys; if two transactions in one text have the same content, the second gets a different key,
 * since two equal payments on one day are two payments (docs/back-office §3, Notices).
 */
export function createTransactionKeys(transactions: readonly ParsedTransaction[]): string[] {
  const counts = new Map<string, number>()
  return transactions.map((transaction) => {
    if (transaction.bankId !== undefined) return `bank ${transaction.bankId}`
    const { payer, memo } = transaction.keyed ?? transaction
    const content = JSON.stringify([
      transaction.date ?? '',
      transaction.amountCents,
      payer.toLowerCase(),
      memo.toLowerCase(),
    ])
    const ordinal = (counts.get(content) ?? 0) + 1
    counts.set(content, ordinal)
    return `said ${content} ${ordinal}`
  })
}
