import { expect, it } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { listPoints } from './list-points.ts'

databaseTest('My PVs', (connection) => {
  /** Creates one counted order per point, numbered in order. */
  async function credit(userId: number, count: number): Promise<void> {
    await connection().pool.query(
      `with counted as (
         insert into counted_orders (order_no, member_id, customer, completed_at, month, cv_cents, pv, month_cv_cents,
           month_pv, remaining_cv_cents, remaining_pv)
         select $1::int || '-' || n, $1::int, false, now(), '2026-05', 0, n, 0, n, 0, n from generate_series(1, $2::int) n
         returning id, pv)
       insert into point_entries (user_id, cause, counted_order_id, month, points, description)
       select $1::int, 'order', id, '2026-05', pv, 'Order #' || id from counted order by id`,
      [userId, count],
    )
  }

  it('lists entries newest first, twenty a page, with the sum of all; beyond the end is an empty page', async () => {
    const { db } = connection()
    const [ana, bea] = [await makeUser(db), await makeUser(db)]
    await credit(ana.id, 41)
    await credit(bea.id, 1)
    const first = await listPoints(db, ana.id, 0)
    expect(first.data.map(({ points }) => points)).toEqual(Array.from({ length: 20 }, (_, i) => 41 - i))
    expect([first.page_count, first.total]).toEqual([3, 861])
    expect((await listPoints(db, ana.id, 40)).data.map(({ points }) => points)).toEqual([1])
    expect(await listPoints(db, ana.id, 60)).toEqual({ data: [], page_count: 3, total: 861 })
    expect(await listPoints(db, bea.id, 0)).toMatchObject({ page_count: 1, total: 1 })
    expect(await listPoints(db, (await makeUser(db)).id, 0)).toEqual({ data: [], page_count: 0, total: 0 })
  })
})
