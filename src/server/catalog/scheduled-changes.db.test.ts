import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { presentCart } from '#server/cart/present-cart.ts'
import { showCart } from '#server/cart/show-cart.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart } from '#test/shop.ts'
import { applyScheduledChanges } from './apply-scheduled-changes.ts'
import { findOrderableProducts } from './orderable-products.ts'

databaseTest('scheduled changes of products', (connection, engine) => {
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows

  describe('at the boundaries of a period', () => {
    const FROM = '2026-11-27T05:00:00.000Z'
    const UNTIL = '2026-11-28T05:00:00.000Z'
    it.each([
      ['2026-11-27T04:59:59.999Z', FROM, UNTIL, false],
      [FROM, FROM, UNTIL, true],
      ['2026-11-28T04:59:59.999Z', FROM, UNTIL, true],
      [UNTIL, FROM, UNTIL, false],
      ['2020-01-01T00:00:00.000Z', null, UNTIL, true],
      ['2090-01-01T00:00:00.000Z', FROM, null, true],
      ['2020-01-01T00:00:00.000Z', null, null, true],
    ])('%s is within %s and %s: %s', async (instant, from, until, isWithin) => {
      const [row] = await query(
        `select selling_price(2000, 1500, $2::timestamptz, $3::timestamptz, $1::timestamptz) as price,
           is_visible('active', $2::timestamptz, $3::timestamptz, $1::timestamptz) as visible`,
        [instant, from, until],
      )
      expect(row).toEqual({ price: isWithin ? 1500 : 2000, visible: isWithin })
    })

    it('a product without a sale price has its regular one, and only active products are visible', async () => {
      const [row] = await query(`select selling_price(2000, null, null, null, now()) as price,
        is_visible('draft', null, null, now()) as draft, is_visible('archived', null, null, now()) as archived`)
      expect(row).toEqual({ price: 2000, draft: false, archived: false })
    })
  })

  type Period = { sale?: [number | null, number | null]; visible?: [number | null, number | null] }
  /** Creates a product for $20.00, or $15.00 in a sale. Periods are in seconds from now. */
  async function makeScheduled({ sale, visible }: Period) {
    const { id } = await makeProduct(connection().db, { priceCents: 2000 })
    await query(
      `update products set sale_price_cents = case when $2 then 1500 end, sale_from = now() + $3::float8 * interval '1 second',
         sale_until = now() + $4::float8 * interval '1 second', visible_from = now() + $5::float8 * interval '1 second',
         visible_until = now() + $6::float8 * interval '1 second' where id = $1`,
      [id, sale !== undefined, ...(sale ?? [null, null]), ...(visible ?? [null, null])],
    )
    return id
  }
  /** Moves the periods of a product into the past, as if this much time had passed. */
  async function letTimePass(id: number, seconds: number) {
    await connection()
      .db.transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = 'replica'`.execute(trx)
        const earlier = (column: string) =>
          sql`${sql.ref(column)} = ${sql.ref(column)} - ${seconds} * interval '1 second'`
        const columns = ['sale_from', 'sale_until', 'visible_from', 'visible_until', 'next_change_at']
        await sql`update products set ${sql.join(columns.map(earlier))} where id = ${id}`.execute(trx)
      })
  }
  const readShown = async (id: number) =>
    (
      await query(
        `select active, selling_price_cents as price, next_change_at is not null as again from products where id = $1`,
        [id],
      )
    )[0]
  const apply = () => applyScheduledChanges(connection().db)

  it('show a sale from its beginning until its end', async () => {
    const id = await makeScheduled({ sale: [60, 120] })
    await apply()
    expect(await readShown(id)).toEqual({ active: true, price: 2000, again: true })
    await letTimePass(id, 60)
    expect(await readShown(id)).toEqual({ active: true, price: 2000, again: true })
    await apply()
    expect(await readShown(id)).toEqual({ active: true, price: 1500, again: true })
    await letTimePass(id, 60)
    await apply()
    expect(await readShown(id)).toEqual({ active: true, price: 2000, again: false })
  })

  it('show a product while it is visible, and keep its version', async () => {
    const id = await makeScheduled({ visible: [60, 120] })
    expect(await readShown(id)).toMatchObject({ active: false })
    await letTimePass(id, 90)
    await apply()
    expect(await readShown(id)).toMatchObject({ active: true, again: true })
    await letTimePass(id, 90)
    await apply()
    expect(await readShown(id)).toMatchObject({ active: false, again: false })
    expect(await query('select version, status from products where id = $1', [id])).toEqual([
      { version: 1, status: 'active' },
    ])
  })

  it('catch up on a sale that began and ended while the shop was stopped', async () => {
    const id = await makeScheduled({ sale: [60, 120], visible: [null, 180] })
    await letTimePass(id, 150)
    await apply()
    expect(await readShown(id)).toEqual({ active: true, price: 2000, again: true })
  })

  it('cost carts and staff orders nothing: they have the price of the moment before pages do', async () => {
    const { db } = connection()
    const id = await makeScheduled({ sale: [60, null], visible: [null, 120] })
    const cart = await fillCart(db, [{ id }])
    const readLine = async () => {
      const lines = await showCart(db, cart)
      return presentCart(lines, { minimumSubTotalCents: cents(0), licenseRule: 'none' }, null).line_items[0]
    }
    expect(await readLine()).toMatchObject({ price: 20, previous_price: null, available: true })
    await letTimePass(id, 60)
    expect(await readShown(id)).toMatchObject({ price: 2000 })
    expect(await readLine()).toMatchObject({ price: 15, previous_price: 20, available: true })
    expect((await findOrderableProducts(db, [id])).get(id)).toMatchObject({ price_cents: 1500 })
    await letTimePass(id, 60)
    expect(await readLine()).toMatchObject({ available: false })
    expect((await findOrderableProducts(db, [id])).size).toBe(0)
  })

  it('are applied to all products of a large sale, in slices', async () => {
    await query(
      `insert into products (handle, name, price_cents, pv, sale_price_cents, sale_from)
       select 'sale-' || n, 'Sale', 100, 0, 90, now() + interval '1 minute' from generate_series(1, 1001) n`,
    )
    await connection()
      .db.transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = 'replica'`.execute(trx)
        await sql`update products set sale_from = now(), next_change_at = now() where name = 'Sale'`.execute(trx)
      })
    // Several processes may do so at once.
    await Promise.all(engine === 'postgres' ? [apply(), apply(), apply()] : [apply()])
    expect(
      await query(`select selling_price_cents as price, count(*)::int from products where name = 'Sale' group by 1`),
    ).toEqual([{ price: 90, count: 1001 }])
  })
})
