import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

export type RedirectRow = { path: string; target: string; version: string }

const ROW = sql`path, target, md5(target) as version`

/** Finds the redirects whose path or target contains `search`, by path; `count` covers all of them. */
export async function findRedirects(
  db: Database,
  { search, after, limit }: { search: string; after: string; limit: number },
): Promise<{ redirects: RedirectRow[]; count: number }> {
  const { rows } = await sql<RedirectRow>`
    select ${ROW} from redirects
    where path collate "C" > ${after} and (position(${search} in path) > 0 or position(${search} in lower(target)) > 0)
    order by path collate "C" limit ${limit}`.execute(db)
  const { rows: counts } = await sql<{ count: number }>`select count(*)::integer as count from redirects`.execute(db)
  return { redirects: rows, count: counts[0]?.count ?? 0 }
}

export async function findAllRedirects(db: Database): Promise<RedirectRow[]> {
  const { rows } = await sql<RedirectRow>`select ${ROW} from redirects order by path collate "C"`.execute(db)
  return rows
}

export async function findRedirect(db: Database, path: string): Promise<RedirectRow | undefined> {
  const { rows } = await sql<RedirectRow>`select ${ROW} from redirects where path = ${path}`.execute(db)
  return rows[0]
}

/** Serializes changes of redirects, so that two of them cannot make a loop together. */
export async function lockRedirects(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('redirects', 0))`.execute(trx)
}

export async function upsertRedirects(trx: Transaction, redirects: ReadonlyMap<string, string>): Promise<void> {
  await sql`
    insert into redirects (path, target)
    select * from unnest(${[...redirects.keys()]}::text[], ${[...redirects.values()]}::text[])
    on conflict (path) do update set target = excluded.target`.execute(trx)
}

export async function deleteRedirect(trx: Transaction, path: string): Promise<void> {
  await sql`delete from redirects where path = ${path}`.execute(trx)
}
