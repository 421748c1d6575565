import { indexOrders, matchTransaction } from '#domain/bank-transactions/match-transaction.ts'
import { createTransactionKeys } from '#domain/bank-transactions/transaction-key.ts'
import { cents } from '#domain/money/money.ts'
import { parseBankText } from '#server/orders/bank-transactions/parse-bank-text.ts'
import { randomTransactions, transactionsToCsv, transactionsToEmails } from '#test/random-transactions.ts'

const COUNT = 1_000

/**
 * Bank transactions with known truth, written as a bank's CSV file and as emails, read and matched: no wrong exact
 * match, the right order first for at least 95% of the determinable ones, and no match for ambiguous ones.
 */
export async function matching(): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const { orders, latest, transactions } = randomTransactions(seed, COUNT)
  const orderIndex = indexOrders(orders, latest)
  for (const kind of ['csv', 'paste'] as const) {
    const text = kind === 'csv' ? transactionsToCsv(transactions) : transactionsToEmails(transactions)
    const [first, repeated] = [
      parseBankText(text, { today: '2026-11-23', kind }),
      parseBankText(text, { today: '2026-11-23', kind }),
    ]
    if (!first.ok || !repeated.ok || first.read.notices.length !== COUNT)
      throw new Error(`Not all were read as ${kind} (seed ${seed}).`)
    const keys = new Set(createTransactionKeys(first.read.notices))
    const newKeys = createTransactionKeys(repeated.read.notices).filter((key) => !keys.has(key)).length

    let [determinable, correct, wrongExact, guessedAmbiguous] = [0, 0, 0, 0]
    for (const [index, { amountCents, payer, memo }] of first.read.notices.entries()) {
      const { sort, candidates } = matchTransaction({ amountCents: cents(amountCents), payer, memo }, orderIndex)
      const truth = transactions[index]?.truth.orderId
      const isRight = truth !== undefined && candidates[0]?.orderId === truth
      if (sort === 'exact' && !isRight) wrongExact++
      if (truth === undefined && sort !== 'unknown') guessedAmbiguous++
      if (truth !== undefined) determinable++
      if (sort !== 'unknown' && isRight) correct++
    }
    const share = correct / determinable
    process.stdout.write(
      `${kind}, seed ${seed}: ${COUNT} bank transactions with ${keys.size} keys, ${orders.length} open orders; wrong exact matches ${wrongExact}, ` +
        `right order first ${(share * 100).toFixed(1)}% of ${determinable}, ambiguous but matched ${guessedAmbiguous}, duplicates added ${newKeys}\n`,
    )
    if (wrongExact > 0 || guessedAmbiguous > 0 || share < 0.95 || newKeys > 0)
      throw new Error(`The matching failed (seed ${seed}).`)
  }
}
