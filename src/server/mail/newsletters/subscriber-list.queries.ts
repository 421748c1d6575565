import { sql } from 'kysely'
import type { Subscriber } from '#contract/mail/admin-newsletter.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { NewsletterSubscriberId } from '#server/platform/database/tables.generated.ts'

export type SubscriberFilter = { state?: Subscriber['state'] | 'bounced' | undefined; search: string }

/** Latest first, starting after the given id. */
export function findSubscribers(
  db: Database,
  { state, search }: SubscriberFilter,
  { before, limit }: { before: number | undefined; limit: number },
) {
  let query = selectSubscribers(db)
  if (state === 'bounced') query = query.where('state', '=', 'confirmed').where('bounced_at', 'is not', null)
  else if (state !== undefined) query = query.where('state', '=', state)
  if (search !== '') query = query.where('email', 'like', `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`)
  if (before !== undefined) query = query.where('id', '<', before as NewsletterSubscriberId)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

const selectSubscribers = (db: Database | Transaction) =>
  db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'state', 'source', 'created_at', 'confirmed_at', 'ended_at', 'bounced_at', 'bounce_code'])

export const findSubscriber = (db: Database, id: number) =>
  selectSubscribers(db)
    .where('id', '=', id as NewsletterSubscriberId)
    .executeTakeFirst()

export const lockSubscriber = (trx: Transaction, id: number) =>
  selectSubscribers(trx)
    .where('id', '=', id as NewsletterSubscriberId)
    .forUpdate()
    .executeTakeFirst()

/** Stores the reason; undefined clears it, so that the mailbox receives emails again. */
export async function writeBounced(trx: Transaction, id: number, code: string | undefined): Promise<void> {
  await trx
    .updateTable('newsletter_subscribers')
    .set(
      code === undefined ? { bounced_at: null, bounce_code: '' } : { bounced_at: sql<Date>`now()`, bounce_code: code },
    )
    .where('id', '=', id as NewsletterSubscriberId)
    .execute()
}

type Counts = { asked: number; confirmed: number; ended: number; bounced: number }

export async function countSubscribers(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state = 'asked')::int as asked,
           count(*) filter (where state = 'confirmed')::int as confirmed,
           count(*) filter (where state = 'ended')::int as ended,
           count(*) filter (where state = 'confirmed' and bounced_at is not null)::int as bounced from newsletter_subscribers`.execute(
    db,
  )
  return rows[0] ?? { asked: 0, confirmed: 0, ended: 0, bounced: 0 }
}
