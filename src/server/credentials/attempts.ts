import { sql } from 'kysely'
import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/**
 * At most so many within so many seconds; counted in the database, so that a restart forgets nothing
 * (docs/security G11).
 */
export type Limit = { kind: string; most: number; seconds: number }

/**
 * Counts one attempt against every limit, or refuses and counts none. The transaction must hold nothing else: an attempt
 * stays counted whatever comes after it.
 */
export async function countAttempt(
  trx: Transaction,
  limits: readonly (Limit & { key: string })[],
): Promise<Result<Done, { waitSeconds: number }>> {
  const waits: number[] = []
  for (const { kind, key, most, seconds } of limits) {
    // Two simultaneous attempts must not both find the last one free.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${key}`}, 0))`.execute(trx)
    const { rows } = await sql<{ made: number; wait: number | null }>`
        select count(*)::int as made, ceil(extract(epoch from
          min(made_at) + make_interval(secs => ${seconds}) - clock_timestamp()))::int as wait
        from attempts
        where kind = ${kind} and key = ${key} and made_at > clock_timestamp() - make_interval(secs => ${seconds})`.execute(
      trx,
    )
    const [row] = rows
    if (row && row.made >= most) waits.push(Math.max(row.wait ?? 1, 1))
  }
  if (waits.length > 0) return refuse({ waitSeconds: Math.max(...waits) })
  await trx
    .insertInto('attempts')
    .values(limits.map(({ kind, key }) => ({ kind, key })))
    .execute()
  return { ok: true }
}

/** Uncounts the newest attempt, for limits on failures only. */
export async function forgetAttempt(db: Database, { kind, key }: Pick<Limit, 'kind'> & { key: string }): Promise<void> {
  await sql`delete from attempts where id = (
    select id from attempts where kind = ${kind} and key = ${key} order by id desc limit 1)`.execute(db)
}

/** No limit looks back further than a day. */
export async function cleanAttempts(db: Database): Promise<void> {
  await db.deleteFrom('attempts').where('made_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}
