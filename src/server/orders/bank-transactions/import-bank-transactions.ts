import type { ParsedTransaction, ParsedTransactions, SkippedRow } from '#domain/bank-transactions/parsed-transaction.ts'
import { createTransactionKeys } from '#domain/bank-transactions/transaction-key.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { BankTransactionId } from '#server/platform/database/tables.generated.ts'
import { findByKeys, findToday, insertBankTransactions, type KnownBankTransaction } from './bank-transaction.queries.ts'
import {
  type BankTransactionOrigin,
  type ColumnMapping,
  type ParseBankTextRefusal,
  type ParsedText,
  parseBankText,
} from './parse-bank-text.ts'

export type ImportedBankTransactions = {
  added: BankTransactionId[]
  /**
   * Lines whose bank transaction already exists; `differs`: it has the same bank id, but a different amount or date.
   */
  known: { line: number; bankTransactionId: BankTransactionId; differs: boolean }[]
  skipped: SkippedRow[]
  /** Number of added bank transactions that staff must confirm or reject. */
  unconfirmed: number
  guess: ParsedText['guess']
}

/** Parses pasted text or a file and adds its bank transactions; a refusal reports why it cannot be parsed. */
export async function importBankTransactions(
  trx: Transaction,
  actor: Actor,
  input: { text: string; kind?: BankTransactionOrigin | undefined; columns?: ColumnMapping | undefined },
): Promise<Result<ImportedBankTransactions, ParseBankTextRefusal>> {
  const text = parseBankText(input.text, { today: await findToday(trx), kind: input.kind, columns: input.columns })
  return text.ok ? addBankTransactions(trx, actor, text) : refuse(text.refusal)
}

/**
 * Adds the bank transactions parsed from pasted text or a file (docs/back-office §3, Notices). Known ones are skipped:
 * importing the same file again changes nothing. Writes one audit log entry for all of them.
 */
export async function addBankTransactions(
  trx: Transaction,
  actor: Actor,
  text: ParsedText,
): Promise<Result<ImportedBankTransactions, never>> {
  const { origin, read: parsedNotices, guess } = text
  const keyedTransactions = addKeys(parsedNotices)
  const rows = new Map<string, KnownBankTransaction>()
  for (const row of await insertBankTransactions(trx, keyedTransactions, {
    origin,
    importedBy: formatActorName(actor),
  }))
    rows.set(row.key, row)

  const added = new Set<BankTransactionId>()
  const result: ImportedBankTransactions = {
    added: [],
    known: [],
    skipped: parsedNotices.skipped,
    unconfirmed: 0,
    guess,
  }
  for (const { key, ...transaction } of keyedTransactions) {
    const row = rows.get(key) as KnownBankTransaction
    // The first line with a new key is the one that was added.
    if (row.isNew && !added.has(row.id)) {
      added.add(row.id)
      if (transaction.isUnconfirmed) result.unconfirmed++
    } else
      result.known.push({ line: transaction.line, bankTransactionId: row.id, differs: isDifferent(row, transaction) })
  }
  result.added = [...added]
  await recordAction(trx, actor, {
    action: 'bank_transactions.imported',
    subject: { kind: 'shop', id: 'notices' },
    after: { origin, added: result.added.length, known: result.known.length, skipped: result.skipped.length },
  })
  return { ok: true, ...result }
}

/** Returns the lines whose bank transaction already exists, without adding the others. */
export async function findKnownLines(
  db: Database,
  { read: parsedNotices }: ParsedText,
): Promise<ImportedBankTransactions['known']> {
  const keyedTransactions = addKeys(parsedNotices)
  const rows = new Map((await findByKeys(db, keyedTransactions)).map((row) => [row.key, row]))
  return keyedTransactions.flatMap(({ key, ...transaction }) => {
    const row = rows.get(key)
    return row ? [{ line: transaction.line, bankTransactionId: row.id, differs: isDifferent(row, transaction) }] : []
  })
}

/** Two payments share a bank id but differ in amount or date: staff should check whether it is an id at all. */
const isDifferent = (
  known: Pick<KnownBankTransaction, 'amount_cents' | 'date'>,
  parsedNotices: ParsedTransaction,
): boolean =>
  known.amount_cents !== parsedNotices.amountCents ||
  (known.date !== null && parsedNotices.date !== undefined && known.date !== parsedNotices.date)

function addKeys({ notices: transactions }: ParsedTransactions): (ParsedTransaction & { key: string })[] {
  const keys = createTransactionKeys(transactions)
  return transactions.map((transaction, index) => ({ ...transaction, key: keys[index] as string }))
}
