import type pg from 'pg'

/** Sets quick pay, chosen long enough ago, for members without a payout method; for all, or for one. */
export const setPayoutMethods = ({ pool }: { pool: Pick<pg.Pool, 'query'> }, userId: number | null = null) =>
  pool.query(
    `insert into payout_methods (user_id, kind, destination, set_at, on_hold_until)
     select id, 'quickpay', '(201) 555-01' || lpad((id % 100)::text, 2, '0'), now() - interval '9 days', now() - interval '6 days'
       from users where ($1::int is null or id = $1)
        and not exists (select from payout_methods where user_id = users.id) order by id`,
    [userId],
  )
