import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

/**
 * Finds all edges of the members after `memberId`, a few thousand members at a time, each member's first edge first.
 */
export async function findEdgesAfter(db: Database, memberId: number, members: number) {
  const { rows } = await sql<{ member_id: number; sponsor_id: number | null; from_month: string }>`
    select member_id, sponsor_id, from_month from sponsorships
     where member_id > ${memberId} and member_id <= coalesce((
       select max(id) from (select id from users where id > ${memberId} order by id limit ${members}) slice), 0)
     order by member_id, from_month`.execute(db)
  return rows
}
