import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { NewsletterSubscriberId } from '#server/platform/database/tables.generated.ts'

const LINK_DAYS = 7
/**
 * Whoever types somebody else's email again and again has them mailed once in so long. Who has ended it since the last
 * mail, perhaps by mistake, waits for nothing.
 */
const REST_MINUTES = 15

/**
 * The id of a subscription that is to be confirmed by mail; undefined where it is confirmed, or was mailed just now. What
 * was confirmed is asked again once a mail server has refused the mailbox.
 */
export async function askSubscriber(trx: Transaction, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into newsletter_subscribers (email, source, mailed_at) values (${email}, 'footer', now())
    on conflict (email) do update set state = 'asked', source = 'footer', mailed_at = now()
      where (newsletter_subscribers.state <> 'confirmed' or newsletter_subscribers.bounced_at is not null)
        and (newsletter_subscribers.mailed_at is null
          or newsletter_subscribers.mailed_at < now() - make_interval(mins => ${REST_MINUTES})
          or newsletter_subscribers.ended_at > newsletter_subscribers.mailed_at)
    returning id`.execute(trx)
  return rows[0]?.id
}

export const findAsked = (db: Database, id: number): Promise<{ email: string } | undefined> =>
  db
    .selectFrom('newsletter_subscribers')
    .select('email')
    .where('id', '=', id as NewsletterSubscriberId)
    .where('state', '=', 'asked')
    .executeTakeFirst()

/** A new link ends the older one; undefined where nothing is to be confirmed any more. */
export const renewSubscriptionLink = (
  db: Database,
  id: number,
  tokenHash: Buffer,
): Promise<{ email: string } | undefined> =>
  db
    .updateTable('newsletter_subscribers')
    .set({ token_hash: tokenHash, token_until: sql<Date>`now() + make_interval(days => ${LINK_DAYS})` })
    .where('id', '=', id as NewsletterSubscriberId)
    .where('state', '=', 'asked')
    .returning('email')
    .executeTakeFirst()

export const findSubscriptionLink = (db: Database, tokenHash: Buffer): Promise<{ email: string } | undefined> =>
  db
    .selectFrom('newsletter_subscribers')
    .select('email')
    .where('token_hash', '=', tokenHash)
    .where('token_until', '>', sql<Date>`now()`)
    .where('state', '=', 'asked')
    .executeTakeFirst()

/** Uses the link up; false where it is dead. */
export async function settleSubscription(
  trx: Transaction,
  tokenHash: Buffer,
  state: 'confirmed' | 'ended',
): Promise<boolean> {
  const settled = await trx
    .updateTable('newsletter_subscribers')
    .set({
      state,
      ...(state === 'confirmed'
        ? { confirmed_at: sql<Date>`now()`, bounced_at: null, bounce_code: '' }
        : { ended_at: sql<Date>`now()` }),
      token_hash: null,
      token_until: null,
    })
    .where('token_hash', '=', tokenHash)
    .where('token_until', '>', sql<Date>`now()`)
    .where('state', '=', 'asked')
    .returning('email')
    .executeTakeFirst()
  return settled !== undefined
}
