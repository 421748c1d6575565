import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** The latest version; undefined until one was published. */
export const findTerms = (db: Database | Transaction) =>
  db
    .selectFrom('terms')
    .select(['version', 'text', 'published_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertTerms(trx: Transaction, text: string, publishedBy: string): Promise<number> {
  const { version } = await trx
    .insertInto('terms')
    .values({ text, published_by: publishedBy })
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** That version if it was ever published, else the latest; nothing where there is none. */
export async function insertAcceptance(trx: Transaction, userId: UserId, version: number | undefined): Promise<void> {
  await sql`insert into terms_acceptances (user_id, version)
    select ${userId}, version from terms order by version = ${version ?? null}::int desc nulls last, version desc limit 1
    on conflict do nothing`.execute(trx)
}
