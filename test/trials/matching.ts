import { cents } from '#domain/money.ts'
import { indexOrders, matchNotice } from '#domain/notice/match-notice.ts'
import { noticeKeys } from '#domain/notice/notice-key.ts'
import { readNotices } from '#server/notice/read-notices.ts'
import { randomTransactions, transactionsToCsv, transactionsToEmails } from '#test/random-transactions.ts'

const COUNT = 1_000

/**
 * Bank transactions with known truth, written as a bank's CSV file and as emails, read and matched: no wrong exact
 * match, the right order first for at least 95% of the determinable ones, and no match for ambiguous ones.
 */
export async function matching(): Promise<void> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const { orders, latest, transactions } = randomTransactions(seed, COUNT)
  const index = indexOrders(orders, latest)
  for (const kind of ['csv', 'paste'] as const) {
    const text = kind === 'csv' ? transactionsToCsv(transactions) : transactionsToEmails(transactions)
    const [first, again] = [
      readNotices(text, { today: '2026-11-23', kind }),
      readNotices(text, { today: '2026-11-23', kind }),
    ]
    if (!first.ok || !again.ok || first.read.notices.length !== COUNT)
      throw new Error(`Not all were read as ${kind} (seed ${seed}).`)
    const known = new Set(noticeKeys(first.read.notices))
    const added = noticeKeys(again.read.notices).filter((key) => !known.has(key)).length

    let [determinable, right, wrong, guessed] = [0, 0, 0, 0]
    for (const [nth, { amountCents, payer, memo }] of first.read.notices.entries()) {
      const { sort, candidates } = matchNotice({ amountCents: cents(amountCents), payer, memo }, index)
      const truth = transactions[nth]?.truth.orderId
      const isRight = truth !== undefined && candidates[0]?.orderId === truth
      if (sort === 'exact' && !isRight) wrong++
      if (truth === undefined && sort !== 'unknown') guessed++
      if (truth !== undefined) determinable++
      if (sort !== 'unknown' && isRight) right++
    }
    const share = right / determinable
    process.stdout.write(
      `${kind}, seed ${seed}: ${COUNT} bank transactions with ${known.size} keys, ${orders.length} open orders; exact but wrong ${wrong}, ` +
        `right order first ${(share * 100).toFixed(1)}% of ${determinable}, ambiguous but not unknown ${guessed}, added again ${added}\n`,
    )
    if (wrong > 0 || guessed > 0 || share < 0.95 || added > 0) throw new Error(`The matching failed (seed ${seed}).`)
  }
}
