import { reverseVolume } from '#server/compensation/count/reverse-volume.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { readCell, readCents, readExample, readTable } from './plan-tables.ts'

/** Writes the members and orders of a worked example of the plan, as their imports would. */
export async function createExample({ pool, db }: Connection, example: 'example-1' | 'example-2'): Promise<void> {
  for (const row of readTable(`${example}/members`)) {
    const existing = await pool.query('select id, status from users where member_no = $1', [row.member_no])
    if (existing.rows.length > 0) {
      await pool.query(
        `with changed as (update users set status = $2 where id = $1 and status <> $2 returning id)
         update member_statuses set from_month = '2026-04' where member_id in (select id from changed)
           and from_month = month_of(now())`,
        [existing.rows[0].id, row.status],
      )
      await pool.query(
        `insert into member_statuses (member_id, from_month, status) values ($1, '2026-04', $2)
         on conflict (member_id, from_month) do update set status = excluded.status`,
        [existing.rows[0].id, row.status],
      )
      continue
    }
    await pool.query(
      `insert into users (member_no, email, type, status, first_name, last_name, phone_number, cosmetology_id, referral_code, created_at)
       values ($1, $2, $3, $4, $5, $6, '', '', 'CODE' || $1, ($7::date + time '12:00') at time zone 'America/New_York')`,
      [row.member_no, row.email, row.type, row.status, row.first_name, row.last_name, row.enrolled_on],
    )
    if (row.sponsor_no) {
      await pool.query(
        `update sponsorships set sponsor_id = (select id from users where member_no = $2)
          where member_id = (select id from users where member_no = $1)`,
        [row.member_no, row.sponsor_no],
      )
    }
  }
  for (const { orderNo, completedAt, canceledAt, customer, credited, cvCents, pv } of readExample(example).orders) {
    await pool.query(
      `with counted as (
         insert into counted_orders (order_no, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv,
           remaining_cv_cents, remaining_pv)
         select $1, (select id from users where member_no = $2), $3, $4::timestamptz, month_of($4::timestamptz), $5::bigint, $6::int, $5, $6, $5, $6
         on conflict (order_no) do nothing returning id, member_id, month, pv)
       insert into point_entries (user_id, cause, counted_order_id, month, points, description)
       select member_id, 'order', id, month, pv, 'Order #' || $1::text from counted where member_id is not null`,
      [
        orderNo,
        credited === undefined ? null : readCell(readTable(`${example}/members`)[credited], 'member_no'),
        customer,
        new Date(completedAt),
        cvCents,
        pv,
      ],
    )
    if (canceledAt !== undefined) {
      await inTransaction(db, (trx) =>
        reverseVolume(trx, {
          order: { orderNo },
          reversal: { kind: 'cancellation' },
          returnedAt: new Date(canceledAt),
        }),
      )
    }
  }
  if (example === 'example-1') return
  for (const row of readTable(`${example}/returns`)) {
    const returned = {
      kind: 'return',
      cvCents: readCents(readCell(row, 'cv')),
      pv: Number(readCell(row, 'pv')),
    } as const
    const returnedAt = new Date(readCell(row, 'returned_at'))
    await inTransaction(db, (trx) =>
      reverseVolume(trx, { order: { orderNo: readCell(row, 'order_no') }, reversal: returned, returnedAt }),
    )
  }
}
