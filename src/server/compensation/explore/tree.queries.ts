import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { countUpTo, MAX_COUNTED } from '#server/platform/database/count-up-to.ts'

type FrozenMember = {
  id: number
  sponsor_id: number | null
  active: boolean
  level: number
  personal_pv: number
  customer_pv: number
  group_pv: number
  total_sales_cents: number
  total_bonus_cents: number
  direct_line: number
}

/**
 * Each leg counts its direct line with one range of `cards_month_sponsor_id_member_index_idx`, limited to slightly more
 * than are counted exactly.
 */
const columns = sql`card.member_id as id, card.sponsor_id, card.active, card.level, card.personal_pv, card.customer_pv,
  card.group_pv, card.total_sales_cents, card.total_bonus_cents,
  (select count(*)::int from (select 1 from cards below where below.month = card.month
    and below.sponsor_id = card.member_id limit ${MAX_COUNTED + 1}) counted) as direct_line`

/** The cards of the member and those above, at most `limit` of them, each by the primary key; the member first. */
export async function findFrozenPath(db: Database, month: Month, memberId: number, limit: number) {
  const { rows } = await sql<FrozenMember>`
    with recursive path as (
      select member_id, sponsor_id, 0 as depth from cards where month = ${month} and member_id = ${memberId}
      union all
      select above.member_id, above.sponsor_id, depth + 1 from path
        join cards above on above.month = ${month} and above.member_id = path.sponsor_id where depth < ${limit})
    select ${columns} from path join cards card on card.month = ${month} and card.member_id = path.member_id
     order by depth`.execute(db)
  return rows
}

const isBelow = (month: Month, sponsorId: number | undefined) =>
  sponsorId === undefined
    ? sql`card.month = ${month} and card.sponsor_id is null`
    : sql`card.month = ${month} and card.sponsor_id = ${sponsorId}`

/**
 * The next members of a direct line, or of those at the top, by time of enrollment: one range of
 * `cards_month_sponsor_id_member_index_idx`.
 */
export async function findFrozenLine(
  db: Database,
  month: Month,
  { sponsorId, afterId, limit }: { sponsorId: number | undefined; afterId: number | undefined; limit: number },
) {
  const after =
    afterId === undefined
      ? sql`true`
      : sql`card.member_index > (select member_index from cards where month = ${month} and member_id = ${afterId})`
  const { rows } = await sql<FrozenMember>`
    select ${columns} from cards card where ${isBelow(month, sponsorId)} and ${after}
     order by card.member_index limit ${limit}`.execute(db)
  return rows
}

export const countFrozenLine = (db: Database, month: Month, sponsorId: number | undefined): Promise<number> =>
  countUpTo(db, sql`1 from cards card where ${isBelow(month, sponsorId)}`)
