import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { StaffChange } from '#domain/orders/status.ts'
import { listPoints } from '#server/compensation/points/list-points.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { changeOrder } from './change-order.ts'
import { findPresentedOrder } from './read-order.ts'
import { reinstateOrder } from './reinstate-order.ts'

const actor = { kind: 'command_line', by: 'test' } as const

databaseTest('order changes', (connection, engine) => {
  const jobs = jobsForSuite(connection)

  async function placeOrder(options: { stock?: number; pv?: number; userId?: UserId; creditedUserId?: UserId } = {}) {
    const { db } = connection()
    const product = await makeProduct(db, { stock: options.stock ?? null, pv: options.pv ?? 10 })
    const placement = await submit(db, jobs(), {
      form: deliveryForm,
      ...options,
      cartOwner: await fillCart(db, [{ id: product.id, quantity: 3 }]),
    })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return { id: placement.orderId, productId: product.id }
  }
  const change = (id: number, staffChange: StaffChange, options: { restock?: boolean } = {}) =>
    inTransaction(connection().db, (trx) =>
      changeOrder(trx, { id, change: staffChange, actor, ...options }, createPaymentServices(jobs())),
    )
  const handOver = (orderId: number, quantity: number) =>
    inTransaction(connection().db, async (trx) => {
      expect(await packOrder(trx, actor, { orderId, lines: [{ position: 0, quantity }] })).toMatchObject({ ok: true })
      expect(await shipOrder(trx, actor, { orderId, carrier: 'ups' }, createPaymentServices(jobs()))).toMatchObject({
        ok: true,
      })
    })
  const reinstate = (id: number) =>
    inTransaction(connection().db, (trx) =>
      reinstateOrder(trx, actor, { id, reason: 'The money came.' }, createPaymentServices(jobs())),
    )
  const readStock = async (id: number) =>
    (await connection().pool.query('select stock from products where id = $1', [id])).rows[0].stock
  const readPoints = async (userId: UserId) => {
    const { data, total } = await listPoints(connection().db, userId, 0)
    return { total, entries: data.map(({ points, description }) => [points, description]) }
  }

  /** Backdates the completion of an order. */
  async function backdate(id: number, instant: string): Promise<void> {
    await connection().pool.query(`
      alter table point_entries disable trigger point_entries_append_only;
      alter table counted_orders disable trigger counted_orders_immutable;
      update orders set completed_at = '${instant}' where id = ${id};
      update counted_orders set completed_at = '${instant}', month = month_of('${instant}') where order_id = ${id};
      update point_entries set month = counted.month from counted_orders counted
       where counted.id = counted_order_id and order_id = ${id};
      alter table counted_orders enable trigger counted_orders_immutable;
      alter table point_entries enable trigger point_entries_append_only`)
  }

  it('a paid order is completed and its points are credited to the buyer', async () => {
    const { id: userId } = await makeUser(connection().db)
    const { id } = await placeOrder({ userId, creditedUserId: userId })
    expect(await change(id, 'completed')).toEqual({ ok: false, refusal: { code: 'not_paid' } })
    expect(await readPoints(userId)).toEqual({ total: 0, entries: [] })
    expect((await findPresentedOrder(connection().db, id))?.payment).toMatchObject({ paid_at: null, ccv: null })
    expect(await change(id, 'paid')).toEqual({ ok: true })
    const { payment } = (await findPresentedOrder(connection().db, id)) ?? {}
    expect(Date.now() - Date.parse(payment?.paid_at ?? '')).toBeLessThan(60_000)
    expect(Object.keys(payment ?? {})).toEqual(
      expect.arrayContaining([
        'card_holder_name',
        'card_type',
        'card_number',
        'expire_month',
        'expire_year',
        'ccv',
        'billing_zip',
      ]),
    )
    expect(await change(id, 'paid')).toEqual({ ok: false, refusal: { code: 'already_paid' } })
    expect(await change(id, 'completed')).toEqual({ ok: true })
    expect(await readPoints(userId)).toEqual({ total: 30, entries: [[30, `Order #${id}`]] })
    const { rows } = await connection().pool.query(
      `select change, changed_by from order_changes where order_id = $1 order by id`,
      [id],
    )
    expect(rows.map((row) => row.change)).toEqual(['placed', 'paid', 'completed'])
    const mails = await connection().pool.query(
      `select data ->> 'mail' as mail from pgboss.job where (data ->> 'order_id')::int = $1 order by 1`,
      [id],
    )
    expect(mails.rows.map(({ mail }) => mail)).toEqual([
      'order_completed',
      'order_paid',
      'order_placed',
      'order_received',
    ])
  })

  it('canceling an order restocks its goods and reverses its points in their month', async () => {
    const { id: userId } = await makeUser(connection().db)
    const { id, productId } = await placeOrder({ userId, creditedUserId: userId, stock: 5 })
    expect(await readStock(productId)).toBe(2)
    await change(id, 'paid')
    await change(id, 'completed')
    await backdate(id, '2026-01-31 23:59 America/New_York')
    expect(await change(id, 'canceled')).toEqual({ ok: true })
    expect(await readStock(productId)).toBe(5)
    expect(await readPoints(userId)).toEqual({
      total: 0,
      entries: [
        [-30, `Order #${id} canceled`],
        [30, `Order #${id}`],
      ],
    })
    const { rows } = await connection().pool.query(
      'select distinct entry.month from point_entries entry join counted_orders counted on counted.id = counted_order_id where order_id = $1',
      [id],
    )
    expect(rows).toEqual([{ month: '2026-01' }])
    expect(await change(id, 'canceled')).toEqual({ ok: false, refusal: { code: 'not_possible', from: 'canceled' } })
    expect(await change(id, 'paid')).toEqual({ ok: false, refusal: { code: 'not_possible', from: 'canceled' } })
    expect(await readStock(productId)).toBe(5)
  })

  it('handed-over goods are restocked only on request, and reinstating does not withdraw them again', async () => {
    const { id, productId } = await placeOrder({ stock: 9 })
    await handOver(id, 2)
    expect(await change(id, 'canceled', { restock: false })).toEqual({ ok: true })
    expect(await readStock(productId)).toBe(7)
    expect(await reinstate(id)).toEqual({ ok: true })
    expect(await readStock(productId)).toBe(6)
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
    expect(await change(id, 'canceled', { restock: true })).toEqual({ ok: true })
    expect(await readStock(productId)).toBe(9)
    expect(await reinstate(id)).toEqual({ ok: true })
    expect(await readStock(productId)).toBe(6)
  })

  it('an order that was canceled before it counted, or has no account, has no points', async () => {
    const { id: userId } = await makeUser(connection().db)
    const canceledId = await placeOrder({ userId, creditedUserId: userId, stock: 3 })
    expect(await change(canceledId.id, 'canceled')).toEqual({ ok: true })
    expect([await readPoints(userId), await readStock(canceledId.productId)]).toEqual([{ total: 0, entries: [] }, 3])
    const guestOrderId = await placeOrder()
    await change(guestOrderId.id, 'paid')
    expect(await change(guestOrderId.id, 'completed')).toEqual({ ok: true })
    const { rows } = await connection().pool.query(
      'select 1 from point_entries join counted_orders counted on counted.id = counted_order_id where order_id = $1',
      [guestOrderId.id],
    )
    expect(rows).toEqual([])
    expect(await change(2_000_000_000, 'paid')).toEqual({ ok: false, refusal: { code: 'not_found' } })
  })

  it('an order is counted under its own number, unless an imported order has the same', async () => {
    const { id: userId } = await makeUser(connection().db)
    const readOrderNumber = async (orderId: number) =>
      (await connection().pool.query('select order_no from counted_orders where order_id = $1', [orderId])).rows[0]
        .order_no
    const complete = async () => {
      const { id } = await placeOrder({ userId, creditedUserId: userId })
      await change(id, 'paid')
      expect(await change(id, 'completed')).toEqual({ ok: true })
      return id
    }
    const first = await complete()
    expect(await readOrderNumber(first)).toBe(String(first))
    const insertImported = (...numbers: string[]) =>
      connection().pool.query(
        `insert into counted_orders (order_no, customer, completed_at, month, cv_cents, pv, month_cv_cents, month_pv, remaining_cv_cents, remaining_pv)
         select unnest($1::text[]), false, now(), month_of(now()), 0, 0, 0, 0, 0, 0`,
        [numbers],
      )
    await insertImported(String(first + 1))
    const second = await complete()
    expect([second, await readOrderNumber(second)]).toEqual([first + 1, `shop-${first + 1}`])
    await insertImported(String(second + 1), `shop-${second + 1}`)
    const third = await complete()
    expect([third, await readOrderNumber(third)]).toEqual([second + 1, `shop-shop-${second + 1}`])
  })

  it('entries are never changed or removed', async () => {
    const { id: userId } = await makeUser(connection().db)
    const { id } = await placeOrder({ userId, creditedUserId: userId })
    await change(id, 'paid')
    await change(id, 'completed')
    for (const statement of ['update point_entries set points = 1', 'delete from point_entries']) {
      await expect(connection().pool.query(statement)).rejects.toThrow('append-only')
    }
  })

  // On the embedded engine's single connection, they would only queue.
  it.runIf(engine === 'postgres')('many concurrent completions and cancellations count once each', async () => {
    const { id: userId } = await makeUser(connection().db)
    const { id, productId } = await placeOrder({ userId, creditedUserId: userId, stock: 9 })
    await change(id, 'paid')
    const changes = Array.from({ length: 20 }, (_, i) => change(id, i % 2 === 0 ? 'completed' : 'canceled'))
    const succeeded = (await Promise.all(changes)).filter(({ ok }) => ok)
    const { total, entries } = await readPoints(userId)
    expect(total).toBe(0)
    // If canceled first, it never counts; if completed first, it counts and is reversed.
    expect([
      [1, 0],
      [2, 2],
    ]).toContainEqual([succeeded.length, entries.length])
    expect(await readStock(productId)).toBe(9)
  })

  it('verify finds a ledger that does not match the orders', async () => {
    const { db, pool } = connection()
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
    const { id: userId } = await makeUser(db)
    const { id } = await placeOrder({ userId, creditedUserId: userId })
    await change(id, 'paid')
    await change(id, 'completed')
    const entries = 'where counted_order_id = (select id from counted_orders where order_id = $1)'
    await pool.query('alter table point_entries disable trigger point_entries_append_only')
    await pool.query(`update point_entries set points = points + 1 ${entries}`, [id])
    expect((await verifyShop(db, tmpdir())).findings).toEqual([
      `Order ${id} has 30 PV left, but its point entries come to 31.`,
    ])
    await pool.query(`delete from point_entries ${entries}`, [id])
    expect((await verifyShop(db, tmpdir())).findings).toEqual([
      `Order ${id} has 30 PV left, but its point entries come to 0.`,
    ])
    await pool.query('alter table point_entries enable trigger point_entries_append_only')
    await pool.query('update orders set credited_user_id = null where id = $1', [id])
    expect((await verifyShop(db, tmpdir())).findings).toContain(`Order ${id} counts as something else than it is.`)
  })
})
