import { sql } from 'kysely'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/**
 * Allows `most` attempts within `seconds`. Counts in the database, so that a restart forgets nothing
 * (docs/security G11).
 */
export type Limit = { kind: string; most: number; seconds: number }

export type CountedLimits = readonly (Limit & { key: string })[]
export type AttemptResult = Result<NoValue, { code: 'rate_limited'; waitSeconds: number }>

/**
 * Counts one attempt against every limit, or refuses and counts none. The transaction must do nothing else, so that an
 * attempt stays counted regardless of the outcome.
 */
export async function countAttempt(trx: Transaction, limits: CountedLimits): Promise<AttemptResult> {
  const [result] = await countAttempts(trx, [limits])
  return result as AttemptResult
}

/** Counts attempts in sequence, with as few statements as for one. */
export async function countAttempts(trx: Transaction, attempts: readonly CountedLimits[]): Promise<AttemptResult[]> {
  const counts = await lockCounts(trx, attempts.flat())
  const newAttempts: { kind: string; key: string }[] = []
  const results = attempts.map((limits): AttemptResult => {
    const countedLimits = limits.map((limit) => ({ ...limit, count: counts.get(toLockName(limit)) as Count }))
    const waitSeconds = countedLimits.flatMap(({ most, count }) =>
      count.made >= most ? [Math.max(count.wait, 1)] : [],
    )
    if (waitSeconds.length > 0) return refuse({ code: 'rate_limited', waitSeconds: Math.max(...waitSeconds) })
    for (const { kind, key, count } of countedLimits) {
      count.made++
      newAttempts.push({ kind, key })
    }
    return { ok: true }
  })
  if (newAttempts.length > 0) await trx.insertInto('attempts').values(newAttempts).execute()
  return results
}

/** `wait` is the number of seconds until the oldest attempt expires. */
type Count = { made: number; wait: number }

const toLockName = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${key}`

/** Locks the counts, so that two simultaneous attempts cannot both take the last one. */
async function lockCounts(trx: Transaction, limits: CountedLimits): Promise<Map<string, Count>> {
  const limitByName = new Map(limits.map((limit) => [toLockName(limit), limit]))
  // Locked in a fixed order.
  const names = [...limitByName.keys()].sort()
  const sorted = names.map((name) => limitByName.get(name) as CountedLimits[number])
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) name`.execute(trx)
  const { rows } = await sql<Count>`
    select made, coalesce(wait, seconds) as wait
      from unnest(${sorted.map(({ kind }) => kind)}::text[], ${sorted.map(({ key }) => key)}::text[],
        ${sorted.map(({ seconds }) => seconds)}::int[]) with ordinality as asked (kind, key, seconds, position)
     cross join lateral (select count(*)::int as made, ceil(extract(epoch from
         min(made_at) + make_interval(secs => seconds) - clock_timestamp()))::int as wait
       from attempts where attempts.kind = asked.kind and attempts.key = asked.key
        and made_at > clock_timestamp() - make_interval(secs => seconds)) counted
     order by position`.execute(trx)
  return new Map(rows.map((count, index) => [names[index] as string, count]))
}

/** Removes the newest attempt, for limits on failures only. */
export async function deleteLatestAttempt(
  db: Database,
  { kind, key }: Pick<Limit, 'kind'> & { key: string },
): Promise<void> {
  await sql`delete from attempts where id = (
    select id from attempts where kind = ${kind} and key = ${key} order by id desc limit 1)`.execute(db)
}

/** No limit looks back further than a day. */
export async function cleanAttempts(db: Database): Promise<void> {
  await db.deleteFrom('attempts').where('made_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}
