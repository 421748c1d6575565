import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  bankTransactionsCall,
  bookBankTransactionCall,
  bookExactBankTransactionsCall,
  importBankTransactionsCall,
  receiveBankTransactionCall,
  setBankTransactionAsideCall,
  undoBankTransactionCall,
} from '#contract/orders/bank-transactions.ts'
import type { Columns } from '#domain/bank-transactions/headings.ts'
import { toCents, toDollars } from '#domain/money/money.ts'
import type { Result } from '#domain/result.ts'
import { notFound, toProblem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { abortOnDisconnect } from '#server/platform/abort-on-disconnect.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { bookExactNotices } from './book-exact-notices.ts'
import { type BookNoticeRefusal, bookNotice } from './book-notice.ts'
import { addNotices, findKnown, type ImportedNotices } from './import-notices.ts'
import { type ListedNotice, listNotices, listNoticesOfSort, readNotice } from './list-notices.ts'
import { conflictSentence, isConflict, noticeProblem, readingProblem } from './notice.errors.ts'
import { findBookings, findProposed, findToday, type ProposedOrder } from './notice.queries.ts'
import { presentNotice } from './present-notice.ts'
import type { ReadNoticesRefusal, ReadText } from './read-notices.ts'
import { parseNoticesInThread } from './read-notices-aside.ts'
import { type ReceiveRefusal, receiveNotice } from './receive-notice.ts'
import { type SetAsideRefusal, setNoticeAside } from './set-notice-aside.ts'
import { type UndoNoticeRefusal, undoNotice } from './undo-notice.ts'

const PAGE = 100
/** Limit for each list of parsed lines in a response. */
const MAX_LISTED_DUPLICATES = 200

/** Bank transactions: incoming payments reported by the bank (docs/back-office §3, Notices). */
export function noticeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const present = async (notices: readonly ListedNotice[]) => {
    const [bookings, orders] = await Promise.all([
      findBookings(
        db,
        notices.map(({ id }) => id),
      ),
      findProposed(
        db,
        notices.flatMap(({ match }) => match?.candidates.map(({ orderId }) => orderId) ?? []),
      ),
    ])
    const proposed = new Map<number, ProposedOrder>(orders.map((order) => [order.id, order]))
    return notices.map((notice) => presentNotice(notice, { bookings, proposed }))
  }
  const presentOne = async (id: number) => {
    const notice = await readNotice(db, id)
    const [presented] = notice ? await present([notice]) : []
    if (!presented) throw notFound()
    return presented
  }
  /** Responds with the current bank transaction, even if another clerk was faster. */
  async function act(
    noticeId: number,
    reply: FastifyReply,
    verb: (
      trx: Transaction,
    ) => Promise<Result<unknown, BookNoticeRefusal | ReceiveRefusal | SetAsideRefusal | UndoNoticeRefusal>>,
  ) {
    const done = await inTransaction(db, verb)
    if (done.ok) return presentOne(noticeId)
    if (!isConflict(done.refusal)) throw noticeProblem(done.refusal)
    reply.code(409)
    return { ...toProblem(409), detail: conflictSentence(done.refusal), bank_transaction: await presentOne(noticeId) }
  }

  serve(app, bankTransactionsCall, permitted(bankTransactionsCall), async ({ query: { state, match, before } }) => {
    const notices = match
      ? await listNoticesOfSort(db, { sort: match, before, limit: PAGE + 1 })
      : await listNotices(db, { state, before, limit: PAGE + 1 })
    const page = notices.slice(0, PAGE)
    return { data: await present(page), next: notices.length > PAGE ? (page.at(-1)?.id ?? null) : null }
  })

  serve(
    app,
    importBankTransactionsCall,
    permitted(importBankTransactionsCall),
    async ({ body, who: { actor }, reply }) => {
      const { text, kind, columns, preview_only: lookFirst } = body
      // Runs before the transaction: malicious text takes a long time to parse.
      const read = await parseNoticesInThread(
        { text, kind, columns, today: await findToday(db) },
        { owner: `staff ${actor.staffId}`, signal: abortOnDisconnect(reply) },
      )
      if (!read.ok && lookFirst && read.refusal.code === 'columns_not_recognized') return presentUnread(read.refusal)
      if (!read.ok) throw readingProblem(read.refusal)
      if (lookFirst) return { ...presentRead(read), added: [], ...presentKnown(await findKnown(db, read)) }
      const imported = await inTransaction(db, (trx) => addNotices(trx, actor, read))
      if (!imported.ok) throw readingProblem(imported.refusal)
      return { ...presentRead(read), added: imported.added, ...presentKnown(imported.known) }
    },
  )

  serve(
    app,
    bookBankTransactionCall,
    permitted(bookBankTransactionCall),
    ({ params: { bank_transaction_id: noticeId }, body, who, reply }) => {
      const shares = body.orders.map(({ order_id: orderId, amount }) => ({
        orderId,
        amountCents: amount === undefined ? undefined : toCents(amount),
      }))
      const { expected_open, confirmed: isConfirmed } = body
      const booking = { noticeId, shares, expectedOpenCents: toCents(expected_open), isConfirmed }
      return act(noticeId, reply, (trx) => bookNotice(trx, who.actor, booking, services))
    },
  )

  serve(
    app,
    bookExactBankTransactionsCall,
    permitted(bookExactBankTransactionsCall),
    async ({ body, who: { actor } }) => {
      const only = body.bank_transaction_ids
      const done = await inTransaction(db, (trx) => bookExactNotices(trx, actor, { only }, services))
      if (!done.ok) throw new Error(done.refusal)
      return {
        booked: done.booked.map(({ noticeId, paymentId, orderId, amountCents }) => ({
          bank_transaction_id: noticeId,
          payment_id: paymentId,
          order_id: orderId,
          amount: toDollars(amountCents),
        })),
      }
    },
  )

  serve(app, receiveBankTransactionCall, permitted(receiveBankTransactionCall), ({ params, who, reply }) => {
    const noticeId = params.bank_transaction_id
    return act(noticeId, reply, (trx) => receiveNotice(trx, who.actor, { noticeId }))
  })

  serve(
    app,
    setBankTransactionAsideCall,
    permitted(setBankTransactionAsideCall),
    ({ params, body: { reason }, who, reply }) => {
      const noticeId = params.bank_transaction_id
      return act(noticeId, reply, (trx) => setNoticeAside(trx, who.actor, { noticeId, reason }))
    },
  )

  serve(app, undoBankTransactionCall, permitted(undoBankTransactionCall), ({ params, body, who, reply }) => {
    const noticeId = params.bank_transaction_id
    const seen = { noticeId, reason: body.reason, expectedPayments: body.expected_payments }
    return act(noticeId, reply, (trx) => undoNotice(trx, who.actor, seen, services))
  })
}

const presentKnown = (known: ImportedNotices['known']) => ({
  duplicates: known
    .slice(0, MAX_LISTED_DUPLICATES)
    .map(({ noticeId, ...line }) => ({ ...line, bank_transaction_id: noticeId })),
  duplicate_count: known.length,
})

/** Presents a file whose columns staff must name first. */
const presentUnread = ({ guess, table }: Extract<ReadNoticesRefusal, { code: 'columns_not_recognized' }>) => ({
  ...presentRead({ origin: 'csv', read: { notices: [], skipped: [] }, guess, table }),
  ...presentKnown([]),
  confidence: 0,
  added: [],
})

const presentRead = ({ origin, read: { notices, skipped }, guess, table }: ReadText) => ({
  origin,
  columns: guess ? numbersOf(guess.columns) : null,
  confidence: guess?.confidence ?? null,
  table: table ?? null,
  read: notices.length,
  first: notices.slice(0, 20).map(({ line, amountCents, date, payer, memo, bankId, isUndecided }) => ({
    line,
    amount: toDollars(amountCents),
    date: date ?? null,
    payer,
    memo,
    bank_id: bankId ?? null,
    unconfirmed: isUndecided ?? false,
  })),
  unconfirmed_count: notices.filter(({ isUndecided }) => isUndecided).length,
  skipped: skipped.slice(0, MAX_LISTED_DUPLICATES).map(({ detail, ...each }) => ({ ...each, detail: detail ?? null })),
  skipped_count: skipped.length,
})

/** Column numbers start at 1, as shown to people. */
const numbersOf = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([role, index]) => [role, index + 1]))
