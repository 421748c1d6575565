import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/** Sums all payouts sent by hand since a day, in cents, including those that failed later. */
export async function sumManualPayouts(db: Database | Transaction, since: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from payout_entries
     where method in ('cash', 'other') and sent_on >= ${since}::date`.execute(db)
  return (rows[0] as { cents: number }).cents
}
