import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Finds the latest version. Undefined until one is published. */
export const findTerms = (db: Database | Transaction) =>
  db
    .selectFrom('terms')
    .select(['version', 'text', 'published_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether any version is published. */
export const hasTerms = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('terms').select('version').limit(1).executeTakeFirst()) !== undefined

/** Blocks other publications until the transaction ends. */
export async function lockTerms(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('terms'))`.execute(trx)
}

/** Limits the cost of counting. */
const MAX_COUNT = 1_001

/** Finds all versions, latest first, or the given one, with the number of users who accepted each. */
export const findTermsVersions = (db: Database, version?: number) =>
  db
    .selectFrom('terms')
    .select(['version', 'text', 'published_at', 'published_by'])
    .select(
      sql<number>`(select count(*)::int from (
        select from terms_acceptances given where given.version = terms.version limit ${sql.lit(MAX_COUNT)}) counted)`.as(
        'accepted',
      ),
    )
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .orderBy('version', 'desc')
    .execute()
export type TermsRow = Awaited<ReturnType<typeof findTermsVersions>>[number]

/** Finds the users who accepted a version, latest accounts first, starting after `after`. */
export const findAcceptances = (db: Database, version: number, after: UserId | undefined, limit: number) =>
  db
    .selectFrom('terms_acceptances as given')
    .innerJoin('users', 'users.id', 'given.user_id')
    .select(['users.id', 'member_no', 'given.accepted_at'])
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('given.version', '=', version)
    .$if(after !== undefined, (query) => query.where('given.user_id', '<', after as UserId))
    .orderBy('given.user_id', 'desc')
    .limit(limit)
    .execute()

export async function insertTerms(trx: Transaction, text: string, publishedBy: string): Promise<number> {
  const { version } = await trx
    .insertInto('terms')
    .values({ text, published_by: publishedBy })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Records the given version if it was ever published, otherwise the latest. Does nothing if there is none. */
export async function insertAcceptance(trx: Transaction, userId: UserId, version: number | undefined): Promise<void> {
  await sql`insert into terms_acceptances (user_id, version)
    select ${userId}, version from terms order by version = ${version ?? null}::int desc nulls last, version desc limit 1
    on conflict do nothing`.execute(trx)
}
