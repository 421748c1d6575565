import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { amount, reason } from '#contract/base/admin-fields.ts'
import { MAX_BODY_BYTES } from '#contract/base/call.ts'
import { dollars, instant, requiredLines, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { columnRoles } from '#domain/bank-transactions/headings.ts'
import { skipReasons } from '#domain/bank-transactions/parsed-transaction.ts'

const text = z.string()
const matchKinds = ['exact', 'probable', 'unknown'] as const
const day = z.nullable(z.string())
/** Characters; the body limit applies first. */
const TEXT_LIMIT = 1_000_000
const MAX_SHARES = 100
const MAX_SELECTED = 1_000
const transactionParams = z.object({ bank_transaction_id: rowId })

/** An incoming payment that the bank reports. */
export const BankTransaction = z.object({
  id: z.int(),
  /** Changes with each booking, correction, confirmation and setting aside. */
  version: Version,
  state: z.enum(['open', 'booked', 'set_aside']),
  amount: dollars,
  /** The amount not booked yet. */
  open: dollars,
  value_date: day,
  payer: text,
  memo: text,
  bank_id: z.nullable(text),
  /** The source line that it was read from, shortened. */
  source: text,
  set_aside_reason: z.nullable(text),
  set_aside_by: z.nullable(text),
  imported_at: instant,
  /**
   * It is not certain that this is an incoming payment: booking it manually or calling `confirmBankTransaction` decides
   * that. Its match is null.
   */
  unconfirmed: z.boolean(),
  /** Only for open ones. */
  match: z.nullable(z.enum(matchKinds)),
  /** Orders that it may pay, best match first, with the reasons; empty if it is undecided. */
  candidates: z.array(
    z.object({
      order_id: z.int(),
      reason: text,
      /** Name of the buyer. */
      name: text,
      /** The order's open balance; negative if overpaid. */
      balance: dollars,
    }),
  ),
  /** The payments booked from it, and who booked them. */
  paid: z.array(z.object({ payment_id: z.int(), order_id: z.int(), amount: dollars, created_by: text })),
})
export type BankTransaction = z.infer<typeof BankTransaction>

export const bankTransactionsCall = defineAdminCall('bankTransactions', {
  summary: 'Lists bank transactions, newest first; open ones with the orders they may pay and the reasons',
  permission: 'payments.book',
  query: z.object({
    state: z._default(z.enum(['open', 'booked', 'set_aside']), 'open'),
    /** Only open ones with that match. */
    match: z.optional(z.enum(matchKinds, shopMessages.malformed)),
    /** The `next` of the previous page. */
    before: z.optional(rowId),
  }),
  responses: { 200: z.object({ data: z.array(BankTransaction), next: z.nullable(z.int()) }) },
  errors: [422],
})

const columns = z.partialRecord(z.enum(columnRoles), z.string().check(z.maxLength(100)))
/** The first records of a CSV file, shortened: the headings if it has any, and the rows below them. */
export const ImportTable = z.object({ headings: z.nullable(z.array(text)), rows: z.array(z.array(text)) })
export const importBankTransactionsCall = defineAdminCall('importBankTransactions', {
  summary:
    'Imports new bank transactions from pasted text, a CSV or an OFX file; importing the same again adds nothing',
  permission: 'payments.book',
  body: z.object({
    text: requiredLines('Paste text or choose a file.', TEXT_LIMIT),
    /** Defaults to a file, whose type is detected from its beginning. */
    kind: z.optional(z.enum(['paste', 'csv', 'ofx'])),
    /**
     * Columns of a CSV file, each by its heading or its number from 1, overriding the detected ones; empty: the file
     * does not have it.
     */
    columns: z.optional(columns),
    /** Only returns a preview; for a CSV file it is empty until the columns are known. */
    preview_only: z._default(z.boolean(), false),
  }),
  maxBodyBytes: MAX_BODY_BYTES,
  responses: {
    200: z.object({
      origin: z.enum(['paste', 'csv', 'ofx']),
      /** For a CSV file: the number of each column from 1, detected or given. */
      columns: z.nullable(z.partialRecord(z.enum(columnRoles), z.int())),
      /** From 0 to 1; below 1, staff should check the columns. */
      confidence: z.nullable(z.number()),
      table: z.nullable(ImportTable),
      /** Number of bank transactions that were read, and the first of them. */
      read: z.int(),
      first: z.array(
        z.object({
          line: z.int(),
          amount: dollars,
          date: day,
          payer: text,
          memo: text,
          bank_id: z.nullable(text),
          unconfirmed: z.boolean(),
        }),
      ),
      /** Number of them whose direction is unknown, because sign and keywords are missing or contradict each other. */
      unconfirmed_count: z.int(),
      /** Ids of the new ones; empty for a preview. */
      added: z.array(z.int()),
      /** Ones that already exist; `differs`: same bank id, but a different amount or day. */
      duplicates: z.array(z.object({ line: z.int(), bank_transaction_id: z.int(), differs: z.boolean() })),
      duplicate_count: z.int(),
      skipped: z.array(
        /** `detail`: the value that caused it, such as `Pending` or `EUR`. */
        z.object({ line: z.int(), reason: z.enum(skipReasons), detail: z.nullable(text), source: text }),
      ),
      skipped_count: z.int(),
    }),
  },
  errors: [413, 422],
})

const transactionResponses = { responses: { 200: BankTransaction }, current: BankTransaction } as const

export const bookBankTransactionCall = defineAdminCall('bookBankTransaction', {
  summary: 'Books a bank transaction as a payment of one or more orders',
  permission: 'payments.book',
  params: transactionParams,
  body: z.object({
    orders: z
      .array(
        z.object({
          order_id: rowId,
          /** Defaults to the whole open amount. */
          amount: z.optional(amount),
        }),
      )
      .check(z.minLength(1, 'Choose an order.'), z.maxLength(MAX_SHARES)),
    expected_version,
    /** Confirms an amount of more than five times the amount due; otherwise `confirmation_required`. */
    confirmed: z._default(z.boolean(), false),
  }),
  ...transactionResponses,
  errors: [404, 409, 422],
})
export const bookExactBankTransactionsCall = defineAdminCall('bookExactBankTransactions', {
  summary: 'Books exact matches together, all or the selected ones; skips those that have changed',
  permission: 'payments.book',
  body: z.object({ bank_transaction_ids: z.optional(z.array(rowId).check(z.maxLength(MAX_SELECTED))) }),
  responses: {
    200: z.object({
      booked: z.array(
        z.object({
          bank_transaction_id: z.int(),
          payment_id: z.int(),
          order_id: z.int(),
          amount: dollars,
          /** Its version after this booking; null if earlier payments were booked from it, too. */
          version: z.nullable(Version),
        }),
      ),
    }),
  },
  errors: [422],
})
export const confirmBankTransactionCall = defineAdminCall('confirmBankTransaction', {
  summary: 'Confirms that the money of an uncertain bank transaction was received',
  permission: 'payments.book',
  params: transactionParams,
  body: z.object({ expected_version }),
  ...transactionResponses,
  errors: [404, 409, 422],
})
export const setBankTransactionAsideCall = defineAdminCall('setBankTransactionAside', {
  summary: 'Sets aside a bank transaction that pays no order',
  permission: 'payments.book',
  params: transactionParams,
  body: z.object({ reason, expected_version }),
  ...transactionResponses,
  errors: [404, 409, 422],
})
export const undoBankTransactionCall = defineAdminCall('undoBankTransaction', {
  summary: 'Reopens a bank transaction: reverses its payments, or restores one that was set aside',
  permission: 'payments.book',
  params: transactionParams,
  body: z.object({ reason, expected_version }),
  ...transactionResponses,
  errors: [404, 409, 422],
})
