import type { ReadNotice, ReadNotices, Skipped } from '#domain/notice/notice.ts'
import { noticeKeys } from '#domain/notice/notice-key.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { NoticeId } from '#server/platform/database/tables.generated.ts'
import { findByKeys, findToday, insertNotices, type KnownNotice } from './notice.queries.ts'
import {
  type NoticeOrigin,
  type ReadNoticesRefusal,
  type ReadText,
  readNotices,
  type SaidColumns,
} from './read-notices.ts'

export type ImportedNotices = {
  added: NoticeId[]
  /** Lines whose notice is there already; `differs`: the same id of the bank, but another amount or day. */
  known: { line: number; noticeId: NoticeId; differs: boolean }[]
  skipped: Skipped[]
  /** How many of the added ones staff have to decide. */
  undecided: number
  guess: ReadText['guess']
}

/** Reads a text or file and adds its notices; a refusal tells why it cannot be read. */
export async function importNotices(
  trx: Transaction,
  actor: Actor,
  given: { text: string; kind?: NoticeOrigin | undefined; columns?: SaidColumns | undefined },
): Promise<Result<ImportedNotices, ReadNoticesRefusal>> {
  const text = readNotices(given.text, { today: await findToday(trx), kind: given.kind, columns: given.columns })
  return text.ok ? addNotices(trx, actor, text) : refuse(text.refusal)
}

/**
 * Adds the notices that were read of a text or file (docs/back-office §3, Notices). What is known already is added to
 * nothing: the same file again changes nothing. One entry in the audit log for all of them.
 */
export async function addNotices(
  trx: Transaction,
  actor: Actor,
  text: ReadText,
): Promise<Result<ImportedNotices, never>> {
  const { origin, read, guess } = text
  const keyed = withKeys(read)
  const rows = new Map<string, KnownNotice>()
  for (const row of await insertNotices(trx, keyed, { origin, importedBy: actorName(actor) })) rows.set(row.key, row)

  const added = new Set<NoticeId>()
  const imported: ImportedNotices = { added: [], known: [], skipped: read.skipped, undecided: 0, guess }
  for (const { key, ...notice } of keyed) {
    const row = rows.get(key) as KnownNotice
    // The first line of a new key is the one that was added.
    if (row.isNew && !added.has(row.id)) {
      added.add(row.id)
      if (notice.isUndecided) imported.undecided++
    } else imported.known.push({ line: notice.line, noticeId: row.id, differs: isOther(row, notice) })
  }
  imported.added = [...added]
  await recordAction(trx, actor, {
    action: 'notices.imported',
    subject: { kind: 'shop', id: 'notices' },
    after: { origin, added: imported.added.length, known: imported.known.length, skipped: imported.skipped.length },
  })
  return { ok: true, ...imported }
}

/** Lines whose notice is there already, without adding the others. */
export async function findKnown(db: Database, { read }: ReadText): Promise<ImportedNotices['known']> {
  const keyed = withKeys(read)
  const rows = new Map((await findByKeys(db, keyed)).map((row) => [row.key, row]))
  return keyed.flatMap(({ key, ...notice }) => {
    const row = rows.get(key)
    return row ? [{ line: notice.line, noticeId: row.id, differs: isOther(row, notice) }] : []
  })
}

/** What a bank calls by one number was, by its amount or day, two payments: staff should look whether it is an id at all. */
const isOther = (known: Pick<KnownNotice, 'amount_cents' | 'date'>, read: ReadNotice): boolean =>
  known.amount_cents !== read.amountCents ||
  (known.date !== null && read.date !== undefined && known.date !== read.date)

function withKeys({ notices }: ReadNotices): (ReadNotice & { key: string })[] {
  const keys = noticeKeys(notices)
  return notices.map((notice, index) => ({ ...notice, key: keys[index] as string }))
}
