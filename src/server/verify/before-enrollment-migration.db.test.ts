import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { openEmptyPostgres } from '#test/database.ts'
import { migrationsBefore } from '#test/earlier-shop.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('orders imported before enrollments had a date', () => {
  let database: Awaited<ReturnType<typeof openEmptyPostgres>>
  beforeAll(async () => {
    database = await openEmptyPostgres()
    const before = await migrationsBefore('0080')
    await migrate(database, before.folder)
    await before.remove()
    // June was closed in an older system, July and August here. V, who enrolled on August 20, has a card for August.
    await database.pool.query(`
      insert into users (member_no, email, type, status, first_name, last_name, phone_number, cosmetology_id, referral_code, created_at)
        values ('V', 'v@example.com', 'member', 'active', 'Vera', 'Lo', '', '', 'V', '2026-08-20T16:00:00Z');
      insert into months (month, closed_at, closed_elsewhere) values ('2026-06', now(), true);
      insert into months (month, closed_at, closed_by, plan_version, inputs_hash, minimum_payout_cents, members, orders, lines,
          total_sales_cents, sales_bonus_cents, level_bonus_cents, kept_cents)
        select month, now(), 'test', 1, '', 0, 0, 0, 0, 0, 0, 0, 0 from unnest(array['2026-07', '2026-08']) month;
      insert into cards select '2026-08', id, 0, null, true, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from users;
      insert into counted_orders (order_no, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv,
          remaining_cv_cents, remaining_pv)
        select name, id, false, at::timestamptz, month_of(at::timestamptz), 100, 1, 100, 1, 100, 1
          from users, (values ('elsewhere', '2026-06-05T12:00:00Z'), ('no card', '2026-07-05T12:00:00Z'),
            ('returned in a closed month', '2026-07-06T12:00:00Z'), ('returned in an open month', '2026-07-07T12:00:00Z'),
            ('frozen with its month', '2026-08-05T12:00:00Z'), ('after', '2026-09-05T12:00:00Z')) given (name, at);
      insert into order_returns (counted_order_id, kind, returned_at, month, cv_cents, pv)
        select id, 'return', at::timestamptz, month_of(at::timestamptz), 10, 0
          from (values ('returned in a closed month', '2026-08-10T12:00:00Z'), ('returned in an open month', '2026-09-10T12:00:00Z'))
            given (name, at) join counted_orders on order_no = name`)
    await migrate(database)
  })
  afterAll(() => database.close())

  it('are credited to nobody if that changes no closed month', async () => {
    const { rows } = await database.pool.query('select order_no from counted_orders where before_enrolment order by id')
    expect(rows.map(({ order_no }) => order_no)).toEqual(['elsewhere', 'no card', 'returned in an open month'])
    const changes = await database.pool.query(
      'select from network_changes where month is null and counted_order_id is null and member_id is null',
    )
    expect(changes.rows.length).toBeGreaterThan(0)
  })
})
