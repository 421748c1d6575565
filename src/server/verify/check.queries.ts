import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Finds what disagrees; each row of `findings` is a sentence in a column of that name. */
export type Check = { findings: RawBuilder<{ finding: string }> }

/** More lines than this of one kind tell nothing new. */
const MOST_LINES = 100

export async function runCheck(db: Database, { findings }: Check): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select finding from (${findings}) found order by finding limit ${MOST_LINES + 1}`.execute(db)
  const sentences = rows.map(({ finding }) => finding)
  return sentences.length > MOST_LINES ? [...sentences.slice(0, MOST_LINES), '… and more of these.'] : sentences
}

export type Counts = { products: number; packages: number; carts: number; lines: number; orders: number }

export async function countSubjects(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from products where kind = 'product')::integer as products,
    (select count(*) from products where kind = 'package')::integer as packages,
    (select count(*) from carts)::integer as carts,
    (select count(*) from cart_line_items)::integer as lines,
    (select count(*) from orders)::integer as orders`.execute(db)
  return rows[0] ?? { products: 0, packages: 0, carts: 0, lines: 0, orders: 0 }
}
