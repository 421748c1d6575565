import type { ParsedTransaction, ParsedTransactions, SkippedRow } from '#domain/bank-transactions/parsed-transaction.ts'
import { createTransactionKeys } from '#domain/bank-transactions/transaction-key.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { BankTransactionId } from '#server/platform/database/tables.generated.ts'
import { findByKeys, findToday, insertNotices, type KnownNotice } from './notice.queries.ts'
import {
  type ColumnMapping,
  type NoticeOrigin,
  type ReadNoticesRefusal,
  type ReadText,
  readNotices,
} from './read-notices.ts'

export type ImportedNotices = {
  added: BankTransactionId[]
  /** Lines whose bank transaction already exists; `differs`: it has the same bank id, but another amount or date. */
  known: { line: number; noticeId: BankTransactionId; differs: boolean }[]
  skipped: SkippedRow[]
  /** Number of added bank transactions that staff must confirm or reject. */
  undecided: number
  guess: ReadText['guess']
}

/** Parses a text or file and adds its bank transactions; a refusal reports why it cannot be parsed. */
export async function importNotices(
  trx: Transaction,
  actor: Actor,
  given: { text: string; kind?: NoticeOrigin | undefined; columns?: ColumnMapping | undefined },
): Promise<Result<ImportedNotices, ReadNoticesRefusal>> {
  const text = readNotices(given.text, { today: await findToday(trx), kind: given.kind, columns: given.columns })
  return text.ok ? addNotices(trx, actor, text) : refuse(text.refusal)
}

/**
 * Adds the bank transactions parsed from a text or file (docs/back-office §3, Notices). Known ones are skipped:
 * importing the same file again changes nothing. Writes one audit log entry for all of them.
 */
export async function addNotices(
  trx: Transaction,
  actor: Actor,
  text: ReadText,
): Promise<Result<ImportedNotices, never>> {
  const { origin, read, guess } = text
  const keyed = withKeys(read)
  const rows = new Map<string, KnownNotice>()
  for (const row of await insertNotices(trx, keyed, { origin, importedBy: formatActorName(actor) }))
    rows.set(row.key, row)

  const added = new Set<BankTransactionId>()
  const imported: ImportedNotices = { added: [], known: [], skipped: read.skipped, undecided: 0, guess }
  for (const { key, ...notice } of keyed) {
    const row = rows.get(key) as KnownNotice
    // The first line with a new key is the one that was added.
    if (row.isNew && !added.has(row.id)) {
      added.add(row.id)
      if (notice.isUndecided) imported.undecided++
    } else imported.known.push({ line: notice.line, noticeId: row.id, differs: isOther(row, notice) })
  }
  imported.added = [...added]
  await recordAction(trx, actor, {
    action: 'bank_transactions.imported',
    subject: { kind: 'shop', id: 'notices' },
    after: { origin, added: imported.added.length, known: imported.known.length, skipped: imported.skipped.length },
  })
  return { ok: true, ...imported }
}

/** Returns the lines whose bank transaction already exists, without adding the others. */
export async function findKnown(db: Database, { read }: ReadText): Promise<ImportedNotices['known']> {
  const keyed = withKeys(read)
  const rows = new Map((await findByKeys(db, keyed)).map((row) => [row.key, row]))
  return keyed.flatMap(({ key, ...notice }) => {
    const row = rows.get(key)
    return row ? [{ line: notice.line, noticeId: row.id, differs: isOther(row, notice) }] : []
  })
}

/** Two payments share a bank id but differ in amount or date: staff should check whether it is an id at all. */
const isOther = (known: Pick<KnownNotice, 'amount_cents' | 'date'>, read: ParsedTransaction): boolean =>
  known.amount_cents !== read.amountCents ||
  (known.date !== null && read.date !== undefined && known.date !== read.date)

function withKeys({ notices }: ParsedTransactions): (ParsedTransaction & { key: string })[] {
  const keys = createTransactionKeys(notices)
  return notices.map((notice, index) => ({ ...notice, key: keys[index] as string }))
}
