import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Serializes all transactions that claim or release an email. Call before locking any user's row. */
export async function lockEmails(trx: Transaction, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`.execute(trx)
  }
}

/**
 * Returns true if another user has the email, or can still restore their account to it (for 7 days after changing it).
 * Hold `lockEmails` before claiming it.
 */
export async function isEmailTaken(db: Database | Transaction, email: string, exceptUserId?: UserId): Promise<boolean> {
  const { rows } = await sql<{ taken: SqlBool }>`
    select exists (select from users where email = ${email} and id is distinct from ${exceptUserId ?? null}::integer)
        or exists (select from email_changes where old_email = ${email} and user_id is distinct from ${exceptUserId ?? null}::integer
                      and confirmed_at > now() - interval '7 days' and ended_at is null) as taken`.execute(db)
  return rows[0]?.taken === true
}
