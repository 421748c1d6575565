import { sql } from 'kysely'
import type { Subscriber } from '#contract/admin-newsletter.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { NewsletterSubscriberId } from '#server/platform/database/tables.generated.ts'

export type SubscriberFilter = { state?: Subscriber['state'] | undefined; search: string }

/** The latest first, after the one with that id. */
export function findSubscribers(
  db: Database,
  { state, search }: SubscriberFilter,
  { before, limit }: { before: number | undefined; limit: number },
) {
  let found = db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'state', 'source', 'created_at', 'confirmed_at', 'ended_at'])
  if (state !== undefined) found = found.where('state', '=', state)
  if (search !== '') found = found.where('email', 'like', `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`)
  if (before !== undefined) found = found.where('id', '<', before as NewsletterSubscriberId)
  return found.orderBy('id', 'desc').limit(limit).execute()
}

export async function countSubscribers(db: Database): Promise<{ asked: number; confirmed: number; ended: number }> {
  const { rows } = await sql<{ asked: number; confirmed: number; ended: number }>`
    select count(*) filter (where state = 'asked')::int as asked,
           count(*) filter (where state = 'confirmed')::int as confirmed,
           count(*) filter (where state = 'ended')::int as ended from newsletter_subscribers`.execute(db)
  return rows[0] ?? { asked: 0, confirmed: 0, ended: 0 }
}
