import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from './connection.ts'

/** Counts for people are exact up to this limit; one more means that there are more (docs/back-office §3). */
export const MAX_COUNTED = 1_000

/** Counts the rows of `select …`, up to one more than the exact limit: a long list costs no more than that. */
export async function countUpTo(db: Database | Transaction, source: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select ${source} limit ${MAX_COUNTED + 1}) counted`.execute(db)
  return rows[0]?.n ?? 0
}
