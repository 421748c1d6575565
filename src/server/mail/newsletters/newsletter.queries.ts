import { sql } from 'kysely'
import type { NewsletterText } from '#domain/mail/newsletter-text.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { NewsletterId } from '#server/platform/database/tables.generated.ts'

export type NewsletterState = 'draft' | 'sending' | 'stopped' | 'sent'

export type NewsletterRow = {
  id: NewsletterId
  subject: string
  body: string
  version: number
  state: NewsletterState
  stopped_by: 'staff' | 'mail_server' | null
  made_at: Date
  made_by: string
  changed_at: Date
  changed_by: string
  started_at: Date | null
  started_by: string | null
  ended_at: Date | null
  recipients: number
  sent_count: number
  refused_count: number
  failed_count: number
  unknown_count: number
  unsubscribed_count: number
  fault: string
}

const selectNewsletters = (db: Database | Transaction) =>
  db
    .selectFrom('newsletters')
    .select(['id', 'subject', 'body', 'version', 'state', 'stopped_by', 'made_at', 'made_by', 'changed_at'])
    .select(['changed_by', 'started_at', 'started_by', 'ended_at', 'recipients', 'sent_count', 'refused_count'])
    .select(['failed_count', 'unknown_count', 'unsubscribed_count', 'fault'])
    .$castTo<NewsletterRow>()

export const findNewsletter = (db: Database | Transaction, id: number): Promise<NewsletterRow | undefined> =>
  selectNewsletters(db)
    .where('id', '=', id as NewsletterId)
    .executeTakeFirst()

export const lockNewsletter = (trx: Transaction, id: number): Promise<NewsletterRow | undefined> =>
  selectNewsletters(trx)
    .where('id', '=', id as NewsletterId)
    .forUpdate()
    .executeTakeFirst()

/** Drafts first, then started ones, latest first. */
export function findNewsletters(
  db: Database,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<NewsletterRow[]> {
  let query = selectNewsletters(db)
  if (before !== undefined) query = query.where('id', '<', before as NewsletterId)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function insertNewsletter(trx: Transaction, text: NewsletterText, actorName: string): Promise<number> {
  const { id } = await trx
    .insertInto('newsletters')
    .values({ ...text, made_by: actorName, changed_by: actorName })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateNewsletter(
  trx: Transaction,
  id: number,
  text: NewsletterText,
  actorName: string,
): Promise<void> {
  await trx
    .updateTable('newsletters')
    .set({ ...text, changed_by: actorName, changed_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', id as NewsletterId)
    .execute()
}

export async function deleteDraft(trx: Transaction, id: number): Promise<void> {
  await trx
    .deleteFrom('newsletters')
    .where('id', '=', id as NewsletterId)
    .where('state', '=', 'draft')
    .execute()
}

/** Freezes the list of recipients: everyone subscribed now. */
export async function setStarted(trx: Transaction, id: number, actorName: string): Promise<number> {
  const { rows } = await sql<{ recipients: number }>`
    update newsletters set state = 'sending', started_at = now(), started_by = ${actorName}, recipients = wanted.n, up_to = wanted.up_to
      from (select count(*)::int as n, coalesce(max(id), 0) as up_to from newsletter_subscribers
        where state = 'confirmed' and bounced_at is null) wanted
     where newsletters.id = ${id} returning recipients`.execute(trx)
  return rows[0]?.recipients ?? 0
}

/** Counts the recipients of a newsletter that would start now. */
export async function countSubscribed(db: Database | Transaction): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from newsletter_subscribers where state = 'confirmed' and bounced_at is null`.execute(db)
  return rows[0]?.n ?? 0
}

export async function setStopped(trx: Transaction, id: number, actorName: 'staff' | 'mail_server'): Promise<void> {
  await trx
    .updateTable('newsletters')
    .set({ state: 'stopped', stopped_by: actorName })
    .where('id', '=', id as NewsletterId)
    .execute()
}

export async function setResumed(trx: Transaction, id: number): Promise<void> {
  await trx
    .updateTable('newsletters')
    .set({ state: 'sending', stopped_by: null, faults: 0, fault: '' })
    .where('id', '=', id as NewsletterId)
    .execute()
}
