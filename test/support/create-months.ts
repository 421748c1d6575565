import type { Month } from '#domain/calendar/month.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { emptyTables } from './empty-tables.ts'

/**
 * Fills an emptied database with a network, as imports would: a skewed tree in which every seventh member is not
 * active, and orders spread over the months, a third of them by customers.
 */
export async function createMonths(
  { pool }: Connection,
  { members, ordersPerMonth, months }: { members: number; ordersPerMonth: number; months: readonly Month[] },
): Promise<void> {
  const [firstMonth] = months
  await emptyTables(pool, [
    'users',
    'months',
    'counted_orders',
    'order_returns',
    'point_entries',
    'bonus_lines',
    'cards',
    'payouts',
    'payout_totals',
    'payout_years',
    'month_runs',
  ])
  await emptyTables(pool, ['network_changes', 'sponsorships', 'member_statuses'])
  await pool.query(
    `insert into users (member_no, email, type, status, first_name, last_name, phone_number, cosmetology_id, referral_code, created_at)
     select 'M' || n, 'm' || n || '@network.example', 'member', case n % 7 when 6 then 'pending' else 'active' end, 'Ana', 'Reyes',
       '', '', 'CODE' || n, ($1 || '-01')::date + interval '12 hours' from generate_series(1, $2::int) n`,
    [firstMonth, members],
  )
  await pool.query(`
    with numbered as (select id, substr(member_no, 2)::int as n from users)
    update sponsorships set sponsor_id = above.id from numbered own join numbered above
      on above.n = greatest(1, own.n - 1 - (own.n * 7919) % (1 + own.n / 3)) and own.n > 1
     where member_id = own.id`)
  for (const month of months) {
    await pool.query(
      `with counted as (
         insert into counted_orders (order_no, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv,
           remaining_cv_cents, remaining_pv)
         select $1 || '-' || n, users.id, n % 3 = 0, ($1 || '-02')::date + interval '12 hours' + n * interval '1 minute', $1,
           value, value / 115, value, value / 115, value, value / 115
           from generate_series(1, $2::int) n cross join lateral (select 500 + (n * 7907) % 40000 as value) v
           join users on member_no = 'M' || (1 + (n * 104729) % $3::int)
         returning id, member_id, month, pv)
       insert into point_entries (user_id, cause, counted_order_id, month, points, description)
       select member_id, 'order', id, month, pv, 'Order' from counted`,
      [month, ordersPerMonth, members],
    )
  }
}
