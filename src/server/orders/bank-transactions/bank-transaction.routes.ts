import type { FastifyInstance } from 'fastify'
import {
  bankTransactionsCall,
  bookBankTransactionCall,
  bookExactBankTransactionsCall,
  confirmBankTransactionCall,
  importBankTransactionsCall,
  setBankTransactionAsideCall,
  undoBankTransactionCall,
} from '#contract/orders/bank-transactions.ts'
import type { Columns } from '#domain/bank-transactions/headings.ts'
import { toCents, toDollars } from '#domain/money/money.ts'
import type { Result } from '#domain/result.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { abortOnDisconnect } from '#server/platform/abort-on-disconnect.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { type ActionRefusal, bankTransactionProblem, readingProblem } from './bank-transaction.errors.ts'
import { findBookings, findCandidates, findToday, type ProposedOrder } from './bank-transaction.queries.ts'
import { bookBankTransaction } from './book-bank-transaction.ts'
import { bookExactBankTransactions } from './book-exact-bank-transactions.ts'
import { confirmBankTransaction } from './confirm-bank-transaction.ts'
import { addBankTransactions, findKnownLines, type ImportedBankTransactions } from './import-bank-transactions.ts'
import {
  type ListedBankTransaction,
  listBankTransactions,
  listBankTransactionsByMatch,
  readBankTransaction,
} from './list-bank-transactions.ts'
import type { ParseBankTextRefusal, ParsedText } from './parse-bank-text.ts'
import { parseInThread } from './parse-in-thread.ts'
import { presentBankTransaction } from './present-bank-transaction.ts'
import { setBankTransactionAside } from './set-bank-transaction-aside.ts'
import { undoBankTransaction } from './undo-bank-transaction.ts'

const PAGE_SIZE = 100
/** Limit for each list of parsed lines in a response. */
const MAX_LISTED_DUPLICATES = 200

/** Bank transactions: incoming payments reported by the bank (docs/back-office §3, Notices). */
export function bankTransactionRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const presentAll = async (transactions: readonly ListedBankTransaction[]) => {
    const [bookings, orders] = await Promise.all([
      findBookings(
        db,
        transactions.map(({ id }) => id),
      ),
      findCandidates(
        db,
        transactions.flatMap(({ match }) => match?.candidates.map(({ orderId }) => orderId) ?? []),
      ),
    ])
    const proposed = new Map<number, ProposedOrder>(orders.map((order) => [order.id, order]))
    return transactions.map((transaction) => presentBankTransaction(transaction, { bookings, proposed }))
  }
  const presentById = async (id: number) => {
    const transaction = await readBankTransaction(db, id)
    const [presented] = transaction ? await presentAll([transaction]) : []
    if (!presented) throw notFound()
    return presented
  }
  /** Responds with the current bank transaction, also if another clerk was faster. */
  async function runAction(
    bankTransactionId: number,
    action: (trx: Transaction) => Promise<Result<unknown, ActionRefusal>>,
  ) {
    const result = await inTransaction(db, action)
    if (result.ok) return presentById(bankTransactionId)
    if (result.refusal.code !== 'stale') throw bankTransactionProblem(result.refusal)
    throw problem('stale', 'Someone else changed this payment. Nothing was changed.', {
      current: await presentById(bankTransactionId),
    })
  }

  serve(app, bankTransactionsCall, permitted(bankTransactionsCall), async ({ query: { state, match, before } }) => {
    const transactions = match
      ? await listBankTransactionsByMatch(db, { sort: match, before, limit: PAGE_SIZE + 1 })
      : await listBankTransactions(db, { state, before, limit: PAGE_SIZE + 1 })
    const page = transactions.slice(0, PAGE_SIZE)
    return { data: await presentAll(page), next: transactions.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
  })

  serve(
    app,
    importBankTransactionsCall,
    permitted(importBankTransactionsCall),
    async ({ body, caller: { actor }, reply }) => {
      const { text, kind, columns, preview_only: isPreview } = body
      // Runs before the transaction: malicious text takes a long time to parse.
      const parsed = await parseInThread(
        { text, kind, columns, today: await findToday(db) },
        { owner: `staff ${actor.staffId}`, signal: abortOnDisconnect(reply) },
      )
      if (!parsed.ok && isPreview && parsed.refusal.code === 'columns_not_recognized')
        return presentUnrecognized(parsed.refusal)
      if (!parsed.ok) throw readingProblem(parsed.refusal)
      if (isPreview) return { ...presentParsed(parsed), added: [], ...presentKnown(await findKnownLines(db, parsed)) }
      const result = await inTransaction(db, (trx) => addBankTransactions(trx, actor, parsed))
      if (!result.ok) throw readingProblem(result.refusal)
      return { ...presentParsed(parsed), added: result.added, ...presentKnown(result.known) }
    },
  )

  serve(
    app,
    bookBankTransactionCall,
    permitted(bookBankTransactionCall),
    ({ params: { bank_transaction_id: bankTransactionId }, body, caller }) => {
      const shares = body.orders.map(({ order_id: orderId, amount }) => ({
        orderId,
        amountCents: amount === undefined ? undefined : toCents(amount),
      }))
      const { expected_version: expectedVersion, confirmed: isConfirmed } = body
      const booking = { bankTransactionId, shares, expectedVersion, isConfirmed }
      return runAction(bankTransactionId, (trx) => bookBankTransaction(trx, caller.actor, booking, services))
    },
  )

  serve(
    app,
    bookExactBankTransactionsCall,
    permitted(bookExactBankTransactionsCall),
    async ({ body, caller: { actor } }) => {
      const only = body.bank_transaction_ids
      const result = await inTransaction(db, (trx) => bookExactBankTransactions(trx, actor, { only }, services))
      if (!result.ok) throw new Error(result.refusal)
      return {
        booked: result.booked.map(({ bankTransactionId, paymentId, orderId, amountCents, version }) => ({
          bank_transaction_id: bankTransactionId,
          payment_id: paymentId,
          order_id: orderId,
          amount: toDollars(amountCents),
          version: version ?? null,
        })),
      }
    },
  )

  serve(app, confirmBankTransactionCall, permitted(confirmBankTransactionCall), ({ params, body, caller }) => {
    const bankTransactionId = params.bank_transaction_id
    return runAction(bankTransactionId, (trx) =>
      confirmBankTransaction(trx, caller.actor, { bankTransactionId, expectedVersion: body.expected_version }),
    )
  })

  serve(
    app,
    setBankTransactionAsideCall,
    permitted(setBankTransactionAsideCall),
    ({ params, body: { reason, expected_version: expectedVersion }, caller }) => {
      const bankTransactionId = params.bank_transaction_id
      return runAction(bankTransactionId, (trx) =>
        setBankTransactionAside(trx, caller.actor, { bankTransactionId, reason, expectedVersion }),
      )
    },
  )

  serve(app, undoBankTransactionCall, permitted(undoBankTransactionCall), ({ params, body, caller }) => {
    const bankTransactionId = params.bank_transaction_id
    const input = { bankTransactionId, reason: body.reason, expectedVersion: body.expected_version }
    return runAction(bankTransactionId, (trx) => undoBankTransaction(trx, caller.actor, input, services))
  })
}

const presentKnown = (known: ImportedBankTransactions['known']) => ({
  duplicates: known
    .slice(0, MAX_LISTED_DUPLICATES)
    .map(({ bankTransactionId, ...line }) => ({ ...line, bank_transaction_id: bankTransactionId })),
  duplicate_count: known.length,
})

/** Presents a file whose columns staff must name first. */
const presentUnrecognized = ({ guess, table }: Extract<ParseBankTextRefusal, { code: 'columns_not_recognized' }>) => ({
  ...presentParsed({ origin: 'csv', read: { notices: [], skipped: [] }, guess, table }),
  ...presentKnown([]),
  confidence: 0,
  added: [],
})

const presentParsed = ({ origin, read: { notices: transactions, skipped }, guess, table }: ParsedText) => ({
  origin,
  columns: guess ? toColumnNumbers(guess.columns) : null,
  confidence: guess?.confidence ?? null,
  table: table ?? null,
  read: transactions.length,
  first: transactions.slice(0, 20).map(({ line, amountCents, date, payer, memo, bankId, isUnconfirmed }) => ({
    line,
    amount: toDollars(amountCents),
    date: date ?? null,
    payer,
    memo,
    bank_id: bankId ?? null,
    unconfirmed: isUnconfirmed ?? false,
  })),
  unconfirmed_count: transactions.filter(({ isUnconfirmed }) => isUnconfirmed).length,
  skipped: skipped.slice(0, MAX_LISTED_DUPLICATES).map(({ detail, ...row }) => ({ ...row, detail: detail ?? null })),
  skipped_count: skipped.length,
})

/** Column numbers start at 1, as shown to people. */
const toColumnNumbers = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([role, index]) => [role, index + 1]))
