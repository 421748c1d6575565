import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

/** Finds inconsistencies; each row of `findings` is a message in the column `finding`. */
export type Check = { findings: RawBuilder<{ finding: string }> }

/** The number of the member with the ID in a column or expression, or the ID itself if there is no such member. */
export const memberNumber = (id: string): RawBuilder<string> =>
  sql`case when ${sql.raw(id)} is null then 'nobody'
    else coalesce((select member_no from users where users.id = ${sql.raw(id)}), 'with the id ' || ${sql.raw(id)}) end`

/** For messages that are not written in SQL. */
export async function findMemberNumbers(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; member_no: string }>`
    select id, member_no from users where id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, member_no }) => [id, member_no]))
}

/** More lines of one kind add no information. */
export const MAX_LINES = 100

export async function runCheck(db: Database, { findings }: Check): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select finding from (${findings}) found order by finding limit ${MAX_LINES + 1}`.execute(db)
  const findingTexts = rows.map(({ finding }) => finding)
  return findingTexts.length > MAX_LINES ? [...findingTexts.slice(0, MAX_LINES), '… and more of these.'] : findingTexts
}

export type Counts = Record<
  'products' | 'packages' | 'carts' | 'lines' | 'members' | 'countedOrders' | 'months' | 'bonusLines',
  number
>

export async function countSubjects(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from products where kind = 'product')::integer as products,
    (select count(*) from products where kind = 'package')::integer as packages,
    (select count(*) from carts)::integer as carts,
    (select count(*) from cart_line_items)::integer as lines,
    (select count(*) from users)::integer as members,
    (select count(*) from counted_orders)::integer as "countedOrders",
    (select count(*) from months where closed_at is not null and not closed_externally)::integer as months,
    (select count(*) from bonus_lines)::float8 as "bonusLines"`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('a select of counts has one row')
  return counts
}
