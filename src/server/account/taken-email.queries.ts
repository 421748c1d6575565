import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Serialises everybody who takes an email or gives one up; call before locking any user's row. */
export async function lockEmails(trx: Transaction, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`email ${email}`}, 0))`.execute(trx)
  }
}

/**
 * Whether somebody else has an email, or can take their account back to it (for 7 days after they changed it). Whoever
 * is about to claim it holds `lockEmails`.
 */
export async function isEmailTaken(db: Database | Transaction, email: string, by?: UserId): Promise<boolean> {
  const { rows } = await sql<{ taken: SqlBool }>`
    select exists (select from users where email = ${email} and id is distinct from ${by ?? null}::integer)
        or exists (select from email_changes where old_email = ${email} and user_id is distinct from ${by ?? null}::integer
                      and confirmed_at > now() - interval '7 days' and ended_at is null) as taken`.execute(db)
  return rows[0]?.taken === true
}
