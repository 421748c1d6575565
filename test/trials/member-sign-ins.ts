import type pg from 'pg'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import { withDatabase } from './trial-shop.ts'

type Trial = Parameters<typeof withDatabase>[0]

/** Signs in the demo shop's members with the longest upline; returns their cookies. */
export function signInMembers(trial: Trial, count: number): Promise<string[]> {
  return withDatabase(trial, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      `with recursive above (member, sponsor, depth) as (
         select member_id, sponsor_id, 1 from sponsorships
         union all
         select member, sponsorships.sponsor_id, depth + 1 from above
           join sponsorships on sponsorships.member_id = above.sponsor where depth < 50)
       select users.id from users join above on above.member = users.id
        where users.status = 'active' and users.type is not null
        group by users.id order by max(depth) desc, users.id limit $1`,
      [count],
    )
    const cookies: string[] = []
    for (const { id } of rows) {
      const token = makeToken()
      await pool.query('insert into sessions (token_hash, user_id) values ($1, $2)', [hashToken(token), id])
      cookies.push(`session=${token}`)
    }
    return cookies
  })
}

/** Signs in the member with an email, without their password. */
export async function signInMember(pool: pg.Pool, email: string): Promise<{ id: number; cookie: string }> {
  const token = makeToken()
  const { rows } = await pool.query<{ id: number }>(
    `insert into sessions (token_hash, user_id) select $1, id from users where email = $2 returning user_id as id`,
    [hashToken(token), email],
  )
  const [member] = rows
  if (!member) throw new Error(`${email} has no account`)
  return { id: member.id, cookie: `session=${token}` }
}

/** Members' completed orders of closed months: their returns are reversed line by line. */
export function findOldOrders(trial: Trial): Promise<number[]> {
  return withDatabase(trial, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      `select orders.id from orders join counted_orders counted on counted.order_id = orders.id
         join months on months.month = counted.month
        where closed_at is not null and status = 'completed' and counted.member_id is not null
          and exists (select from bonus_lines where counted_order_id = counted.id)
          and not exists (select from order_returns where counted_order_id = counted.id)
        order by orders.id`,
    )
    return rows.map(({ id }) => id)
  })
}
