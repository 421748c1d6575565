import {
  type MatchCertainty,
  matchTransaction,
  type OrderIndex,
  type TransactionMatch,
} from '#domain/bank-transactions/match-transaction.ts'
import { cents } from '#domain/money/money.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findNotice, findNotices, type NoticeRow, type NoticeState } from './notice.queries.ts'
import { readOrderIndex } from './read-order-index.ts'

export type ListedNotice = NoticeRow & {
  /** Amount not booked yet, in cents. */
  openCents: number
  /** Undefined unless the bank transaction is open. */
  match: TransactionMatch | undefined
}

const MOST = 1_000

/** Returns a page of the bank transactions of a state, newest first; open ones with the orders that they may pay. */
export async function listNotices(
  db: Database,
  { state, before, limit = MOST }: { state: NoticeState; before?: number | undefined; limit?: number | undefined },
): Promise<ListedNotice[]> {
  const [notices, index] = await Promise.all([
    findNotices(db, state, { limit: Math.min(limit, MOST), before }),
    state === 'open' ? readOrderIndex(db) : undefined,
  ])
  return notices.map((notice) => listed(notice, index))
}

/** Returns a page of the open bank transactions of a sort, matching as many as it takes to fill the page. */
export async function listNoticesOfSort(
  db: Database,
  { sort, before, limit }: { sort: MatchCertainty; before?: number | undefined; limit: number },
): Promise<ListedNotice[]> {
  const found: ListedNotice[] = []
  let after = before
  for (;;) {
    const notices = await findNotices(db, 'open', { limit: MOST, before: after })
    const index = await readOrderIndex(db)
    for (const notice of notices) {
      const match = matchOf(notice, index)
      if (match.sort !== sort) continue
      found.push({ ...notice, openCents: notice.amountCents - notice.bookedCents, match })
      if (found.length === limit) return found
    }
    if (notices.length < MOST) return found
    after = notices.at(-1)?.id
  }
}

/** Returns a single one, in the format of the list. */
export async function readNotice(db: Database, id: number): Promise<ListedNotice | undefined> {
  const notice = await findNotice(db, id)
  return notice && listed(notice, notice.state === 'open' ? await readOrderIndex(db) : undefined)
}

const listed = (notice: NoticeRow, index: OrderIndex | undefined): ListedNotice => ({
  ...notice,
  openCents: notice.amountCents - notice.bookedCents,
  match: index && matchOf(notice, index),
})

/** Matches the unbooked amount. Undecided bank transactions match nothing. */
export function matchOf(notice: NoticeRow, index: OrderIndex): TransactionMatch {
  const match = matchAsReceived(notice, index)
  return notice.isUndecided ? { ...match, sort: 'unknown' } : match
}

/**
 * Matches an undecided bank transaction as if it had been received: it may be the money of an order about to be
 * canceled as unpaid.
 */
export const matchAsReceived = (
  { amountCents, bookedCents, payer, memo }: NoticeRow,
  index: OrderIndex,
): TransactionMatch => matchTransaction({ amountCents: cents(amountCents - bookedCents), payer, memo }, index)
