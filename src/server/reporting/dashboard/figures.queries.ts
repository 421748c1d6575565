import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

export type DayFigures = { day: string; orders: number; totalCents: number; pv: number; members: number }

/** Returns figures for each day with activity, starting at `day` (`YYYY-MM-DD`). */
export async function findFiguresFrom(db: Database, day: string): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(orders)::int as orders, sum(total_cents)::bigint as "totalCents",
        sum(pv)::bigint as pv, sum(members)::int as members
      from daily_figures where day >= ${day} group by daily_figures.day order by daily_figures.day`.execute(db)
  return rows
}

export async function mergeFigures(db: Database): Promise<void> {
  await sql`select merge_figures()`.execute(db)
}
