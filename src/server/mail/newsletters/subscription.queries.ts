import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { NewsletterSubscriberId } from '#server/platform/database/tables.generated.ts'

const LINK_DAYS = 7
/**
 * Minutes between emails to an address that is entered repeatedly, possibly by someone else. An address that
 * unsubscribed since its last email, possibly by mistake, does not wait.
 */
const RESEND_INTERVAL_MINUTES = 15

/**
 * Returns the id of a subscription to confirm by email; undefined if it is confirmed, or was emailed just now. A
 * confirmed address must confirm again after a mail server refused the mailbox.
 */
export async function requestConfirmation(trx: Transaction, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into newsletter_subscribers (email, source, mailed_at) values (${email}, 'footer', now())
    on conflict (email) do update set state = 'asked', source = 'footer', mailed_at = now()
      where (newsletter_subscribers.state <> 'confirmed' or newsletter_subscribers.bounced_at is not null)
        and (newsletter_subscribers.mailed_at is null
          or newsletter_subscribers.mailed_at < now() - make_interval(mins => ${RESEND_INTERVAL_MINUTES})
          or newsletter_subscribers.ended_at > newsletter_subscribers.mailed_at)
    returning id`.execute(trx)
  return rows[0]?.id
}

export const findUnconfirmed = (db: Database, id: number): Promise<{ email: string } | undefined> =>
  db
    .selectFrom('newsletter_subscribers')
    .select('email')
    .where('id', '=', id as NewsletterSubscriberId)
    .where('state', '=', 'asked')
    .executeTakeFirst()

/** Creates a link that replaces the previous one; undefined if nothing is left to confirm. */
export const renewSubscriptionLink = (
  db: Database,
  id: number,
  tokenHash: Buffer,
): Promise<{ email: string } | undefined> =>
  db
    .updateTable('newsletter_subscribers')
    .set({ token_hash: tokenHash, token_expires_at: sql<Date>`now() + make_interval(days => ${LINK_DAYS})` })
    .where('id', '=', id as NewsletterSubscriberId)
    .where('state', '=', 'asked')
    .returning('email')
    .executeTakeFirst()

export const findSubscriptionLink = (db: Database, tokenHash: Buffer): Promise<{ email: string } | undefined> =>
  db
    .selectFrom('newsletter_subscribers')
    .select('email')
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', sql<Date>`now()`)
    .where('state', '=', 'asked')
    .executeTakeFirst()

/** Consumes the link; returns false if it is invalid. */
export async function settleSubscription(
  trx: Transaction,
  tokenHash: Buffer,
  state: 'confirmed' | 'ended',
): Promise<boolean> {
  const row = await trx
    .updateTable('newsletter_subscribers')
    .set({
      state,
      ...(state === 'confirmed'
        ? { confirmed_at: sql<Date>`now()`, bounced_at: null, bounce_code: '' }
        : { ended_at: sql<Date>`now()` }),
      token_hash: null,
      token_expires_at: null,
    })
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', sql<Date>`now()`)
    .where('state', '=', 'asked')
    .returning('email')
    .executeTakeFirst()
  return row !== undefined
}
