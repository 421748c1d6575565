import { beforeEach, describe, expect, it } from 'vitest'
import { ListingQuery } from '#contract/catalog/calls.ts'
import { watchChanges } from '#server/platform/database/changes.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { OrderId, ProductId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { adjustStock, type StockAdjustment } from '#server/stock/adjust-stock.ts'
import { type AllocatedLine, allocateStock } from '#server/stock/allocate-stock.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import { findDueCounts, findMovementsBefore, findScarce } from '#server/stock/stock.queries.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { countStock } from '#test/stock.ts'
import { listProducts } from './list-products.ts'
import { findProduct } from './product.queries.ts'

const clerk = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' } as const

/** Creates an order without lines, so that stock can be taken for any. */
async function makeOrder({ pool }: Connection): Promise<OrderId> {
  const { rows } =
    await pool.query(`insert into orders (type, first_name, last_name, email, phone_number, sub_total_cents,
      shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
    values ('P', 'Ann', 'Lee', 'ann@example.com', '1', 0, 0, 0, 0, 0, 0, 0, 'Pickup', 'check') returning id`)
  return rows[0].id
}

databaseTest('stock', (connection, engine) => {
  const readStock = async (...ids: number[]) => {
    const { rows } = await connection().pool.query('select id, stock from products where id = any($1)', [ids])
    return ids.map((id) => rows.find((row) => row.id === id)?.stock)
  }
  const adjust = (productId: number, kind: StockAdjustment['kind'], quantity: number, reason = 'Delivery 12') =>
    inTransaction(connection().db, (trx) => adjustStock(trx, clerk, { productId, kind, quantity, reason }))
  const allocate = (orderId: OrderId, ...lines: AllocatedLine[]) =>
    inTransaction(connection().db, (trx) => allocateStock(trx, clerk, { orderId, lines }))
  const returnOrderStock = (
    orderId: OrderId,
    kind: 'cancel' | 'return' = 'cancel',
    ...lines: { position: number; quantity: number }[]
  ) =>
    inTransaction(connection().db, (trx) =>
      returnStock(trx, clerk, { orderId, kind, ...(lines.length > 0 && { lines }) }),
    )
  const readHistory = async (id: number) =>
    (await findMovementsBefore(connection().db, id, { before: 1_000, limit: 100 })).toReversed()
  const product = (stock: number | null = null) => makeProduct(connection().db, { stock })
  const pack = (...contents: { productId: ProductId; quantity?: number }[]) =>
    makeProduct(connection().db, { contents })

  describe('adjusted by staff', () => {
    it('is received, damaged, corrected and counted; every movement records actor and reason', async () => {
      const { id } = await product(10)
      expect(await adjust(id, 'receipt', 5)).toEqual({ ok: true, before: 10, onHand: 15 })
      expect(await adjust(id, 'damage', 2, 'Broken jars')).toEqual({ ok: true, before: 15, onHand: 13 })
      expect(await adjust(id, 'correction', -1, 'Typed twice')).toEqual({ ok: true, before: 13, onHand: 12 })
      expect(await adjust(id, 'count', 9, 'Shelf B')).toEqual({ ok: true, before: 12, onHand: 9 })
      expect(await readStock(id)).toEqual([9])
      const history = await readHistory(id)
      expect(history.map((row) => [row.kind, row.quantity, row.on_hand, row.made_by, row.reason])).toEqual([
        ['opening', 10, 10, 'new product', null],
        ['receipt', 5, 15, 'clerk@example.com', 'Delivery 12'],
        ['damage', -2, 13, 'clerk@example.com', 'Broken jars'],
        ['correction', -1, 12, 'clerk@example.com', 'Typed twice'],
        ['count', -3, 9, 'clerk@example.com', 'Shelf B'],
      ])
      const { rows } = await connection().pool.query(
        `select action, payload -> 'before' as before, payload -> 'after' as after, payload ->> 'reason' as reason
           from audit_entries join audit_payloads on entry_id = id where subject_kind = 'product' and subject_id = $1 order by id`,
        [String(id)],
      )
      expect(rows.map((row) => row.action)).toEqual([
        'stock.received',
        'stock.damaged',
        'stock.corrected',
        'stock.counted',
      ])
      expect(rows.at(-1)).toMatchObject({ before: { stock: 12 }, after: { stock: 9 }, reason: 'Shelf B' })
    })

    it('a count that matches the expected stock is recorded too', async () => {
      const { id } = await product(4)
      expect(await adjust(id, 'count', 4)).toEqual({ ok: true, before: 4, onHand: 4 })
      expect(await readHistory(id)).toHaveLength(2)
    })

    it('starts with a count if it was not tracked, even after earlier counts', async () => {
      const { id } = await product()
      for (const kind of ['receipt', 'damage', 'correction'] as const)
        expect(await adjust(id, kind, 1)).toEqual({ ok: false, refusal: { code: 'not_counted' } })
      expect(await adjust(id, 'count', 6)).toEqual({ ok: true, before: null, onHand: 6 })
      await connection().pool.query('update products set stock = null where id = $1', [id])
      expect(await adjust(id, 'count', 2)).toEqual({ ok: true, before: null, onHand: 2 })
      expect(await readStock(id)).toEqual([2])
    })

    it.each([
      ['a package with contents', 'package', 'count', 1, 'package_with_contents'],
      ['more damage than there is', 3, 'damage', 4, 'not_enough_stock'],
      ['a correction below nothing', 3, 'correction', -4, 'not_enough_stock'],
      ['a receipt of nothing', 3, 'receipt', 0, 'quantity_out_of_range'],
      ['damage that adds', 3, 'damage', -1, 'quantity_out_of_range'],
      ['a count below nothing', 3, 'count', -1, 'quantity_out_of_range'],
      ['half a piece', 3, 'receipt', 0.5, 'quantity_out_of_range'],
      ['more than any shelf holds', 3, 'receipt', 1_000_000_000, 'quantity_out_of_range'],
      ['an unknown product', 'none', 'count', 1, 'not_found'],
    ] as const)('refuses %s, and books nothing', async (_case, stock, kind, quantity, code) => {
      const part = await product(3)
      const { id } =
        stock === 'package' ? await pack({ productId: part.id }) : stock === 'none' ? { id: 2_000_000_000 } : part
      const movements = (await readHistory(id)).length
      expect(await adjust(id, kind, quantity)).toMatchObject({ ok: false, refusal: { code } })
      expect(await readHistory(id)).toHaveLength(movements)
    })

    it('refuses a movement without a reason', async () => {
      const { id } = await product(3)
      expect(await adjust(id, 'receipt', 1, '  ')).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    })

    it('shows a package’s stock by its scarcest component, in lists and on its page', async () => {
      const [oil, jar] = [await product(9), await product(100)]
      const counted = [{ productId: oil.id, quantity: 3 }, { productId: jar.id }]
      const kit = await makeProduct(connection().db, { name: 'Zebra', contents: counted })
      const free = await makeProduct(connection().db, {
        name: 'Zebra',
        contents: [{ productId: (await product()).id }],
      })
      const findListedStock = async (id: number) => {
        const { data } = await listProducts(connection().db, ListingQuery.parse({ q: 'zebra' }))
        return data.find((card) => card.id === id)?.stock
      }
      expect(await findListedStock(kit.id)).toEqual({ sold_out: false, remaining: 3 })
      expect(await findListedStock(free.id)).toEqual({ sold_out: false, remaining: null })
      expect((await findProduct(connection().db, kit.id))?.stock).toBe(3)
      await adjust(oil.id, 'count', 2)
      expect(await findListedStock(kit.id)).toEqual({ sold_out: true, remaining: null })
    })

    it('announces a package only when a component makes it scarce', async () => {
      const oil = await product(100)
      const kit = await pack({ productId: oil.id, quantity: 4 })
      const announcements: (string[] | 'all')[] = []
      const watch = await watchChanges(connection(), (tags) => announcements.push(tags))
      const isAnnounced = (id: number) => announcements.some((tags) => tags !== 'all' && tags.includes(`product:${id}`))
      await adjust(oil.id, 'damage', 60)
      expect([isAnnounced(kit.id), isAnnounced(oil.id)]).toEqual([false, false])
      await adjust(oil.id, 'damage', 18)
      expect([isAnnounced(kit.id), isAnnounced(oil.id)]).toEqual([true, false])
      await watch.close()
    })

    it('lists products that are nearly sold out, packages by their scarcest component', async () => {
      const scarceProduct = await product(2)
      const plentifulProduct = await product(50)
      const kit = await pack(
        { productId: plentifulProduct.id, quantity: 2 },
        { productId: scarceProduct.id, quantity: 2 },
      )
      const scarce = await findScarce(connection().db, 3, { after: { available: -1, id: 0 }, limit: 100 })
      const found = scarce.filter(({ id }) => [scarceProduct.id, plentifulProduct.id, kit.id].includes(id))
      expect(found.map(({ id, available }) => [id, available])).toEqual([
        [kit.id, 1],
        [scarceProduct.id, 2],
      ])
    })
  })

  describe('for an order', () => {
    let orderId: OrderId
    beforeEach(async () => {
      orderId = await makeOrder(connection())
    })

    it('is taken from the components of a package, and returned even if the contents have changed since', async () => {
      // Created sequentially, because returns are listed in ID order.
      const [oil, jar, cap] = [await product(10), await product(10), await product(10)]
      const kit = await pack({ productId: oil.id, quantity: 2 }, { productId: jar.id })
      expect(await allocate(orderId, { position: 0, productId: kit.id, quantity: 3 })).toEqual({ ok: true })
      expect(await readStock(oil.id, jar.id, cap.id, kit.id)).toEqual([4, 7, 10, null])
      await connection().pool.query('update package_contents set product_id = $1 where product_id = $2', [
        cap.id,
        jar.id,
      ])
      expect(await returnOrderStock(orderId, 'return', { position: 0, quantity: 1 })).toEqual([
        { position: 0, productId: oil.id, quantity: 2 },
        { position: 0, productId: jar.id, quantity: 1 },
      ])
      expect(await readStock(oil.id, jar.id, cap.id)).toEqual([6, 8, 10])
      await returnOrderStock(orderId)
      expect(await readStock(oil.id, jar.id, cap.id)).toEqual([10, 10, 10])
    })

    it('is returned once, however often it is requested', async () => {
      const { id } = await product(5)
      await allocate(orderId, { position: 0, productId: id, quantity: 3 })
      expect(await returnOrderStock(orderId, 'return', { position: 0, quantity: 2 })).toHaveLength(1)
      expect(await returnOrderStock(orderId, 'return', { position: 0, quantity: 2 })).toMatchObject([{ quantity: 1 }])
      expect(await returnOrderStock(orderId)).toEqual([])
      expect(await returnOrderStock(orderId, 'return', { position: 1, quantity: 2 })).toEqual([])
      expect(await readStock(id)).toEqual([5])
    })

    it('is taken again for a reinstated order, and pieces added by an edit are returned first', async () => {
      const { id } = await product(5)
      await allocate(orderId, { position: 0, productId: id, quantity: 3 })
      await returnOrderStock(orderId)
      expect(await allocate(orderId, { position: 0, productId: id, quantity: 3 })).toEqual({ ok: true })
      expect(await allocate(orderId, { position: 0, productId: id, quantity: 2 })).toEqual({ ok: true })
      expect(await readStock(id)).toEqual([0])
      await returnOrderStock(orderId, 'cancel', { position: 0, quantity: 4 })
      const { rows } = await connection().pool.query(
        `select allocation, line_quantity from stock_movements where order_id = $1 and kind = 'cancel' order by id desc limit 2`,
        [orderId],
      )
      expect(rows.sort((a, b) => a.allocation - b.allocation)).toEqual([
        { allocation: 2, line_quantity: 2 },
        { allocation: 3, line_quantity: 2 },
      ])
      expect(await readStock(id)).toEqual([4])
    })

    it('is refused as a whole if one line has too little', async () => {
      const [oil, jar] = await Promise.all([product(10), product(3)])
      const kit = await pack({ productId: oil.id }, { productId: jar.id, quantity: 2 })
      const expectRefused = await allocate(
        orderId,
        { position: 0, productId: jar.id, quantity: 1 },
        { position: 1, productId: kit.id, quantity: 2 },
      )
      expect(expectRefused).toEqual({
        ok: false,
        refusal: { code: 'not_available', productName: kit.name, remaining: 1 },
      })
      expect(await readStock(oil.id, jar.id)).toEqual([10, 3])
    })

    it('is neither taken nor returned for untracked products', async () => {
      const { id } = await product()
      expect(await allocate(orderId, { position: 0, productId: id, quantity: 99 })).toEqual({ ok: true })
      await adjust(id, 'count', 1)
      expect(await returnOrderStock(orderId)).toEqual([])
      expect(await readStock(id)).toEqual([1])
    })

    it('is written off on return for a package that had stock of its own, and its components are due for a count', async () => {
      const { pool, db } = connection()
      const jar = await product(5)
      const box = await makeProduct(db, { kind: 'package', stock: 4 })
      await allocate(orderId, { position: 0, productId: box.id, quantity: 3 })
      await pool.query('update products set stock = null where id = $1', [box.id])
      await pool.query(
        `insert into stock_movements (product_id, quantity, kind, reason, made_by) values ($1, -1, 'write_off', 'Unpacked', 'test')`,
        [box.id],
      )
      await pool.query(
        'insert into package_contents (package_id, product_id, quantity, position) values ($1, $2, 1, 0)',
        [box.id, jar.id],
      )
      await returnOrderStock(orderId)
      expect(await readStock(box.id, jar.id)).toEqual([null, 5])
      const due = async () => (await findDueCounts(db)).filter(({ package_id }) => package_id === box.id)
      expect(await due()).toMatchObject([{ product_id: jar.id, written_off: 4, stock: 5 }])
      await adjust(jar.id, 'count', 9, 'Unpacked')
      expect(await due()).toEqual([])
    })
  })

  describe('is protected by database constraints', () => {
    const expectRefused = async (statement: string, message: string) =>
      expect(connection().pool.query(statement)).rejects.toThrow(message)

    it('that keep movements unchanged', async () => {
      const { id } = await product(3)
      await expectRefused(`update stock_movements set quantity = 4 where product_id = ${id}`, 'append-only')
      await expectRefused(`delete from stock_movements where product_id = ${id}`, 'append-only')
      await expectRefused(`update products set stock = 4 where id = ${id}`, 'only through stock movements')
      await connection().pool.query(
        `insert into stock_movements (product_id, quantity, kind, reason, made_by) values (${id}, 2, 'receipt', 'x', 'x')`,
      )
      await expectRefused(`delete from products where id = ${id}`, 'append-only')
    })

    it('that never take more than there is', async () => {
      const { id } = await product(3)
      await expectRefused(countStock(id, -1), 'products_stock_not_negative')
      await expectRefused(
        `insert into stock_movements (product_id, quantity, kind, reason, made_by) values (${id}, 3, 'damage', 'x', 'x')`,
        'stock_movements_quantity_sign',
      )
      await expectRefused(
        `insert into stock_movements (product_id, quantity, kind, made_by) values (${id}, 3, 'receipt', 'x')`,
        'stock_movements_manual_has_reason',
      )
    })

    it('that allow returns only as exact reversals, and no more than was taken', async () => {
      const { id } = await product(3)
      const orderId = await makeOrder(connection())
      await allocate(orderId, { position: 0, productId: id, quantity: 2 })
      const reverseSql = (quantity: number, lineQuantity: number, position = 0) =>
        `insert into stock_movements (product_id, quantity, kind, order_id, line_position, allocation, line_quantity, reverses, made_by)
         select product_id, ${quantity}, 'return', order_id, ${position}, allocation, ${lineQuantity}, id, 'test'
           from stock_movements where order_id = ${orderId} and kind = 'order'`
      await expectRefused(reverseSql(3, 3), 'reversals exceed')
      await expectRefused(reverseSql(2, 1), 'does not reverse')
      await expectRefused(reverseSql(1, 1, 1), 'does not reverse')
      await connection().pool.query(reverseSql(1, 1))
      await expectRefused(reverseSql(2, 2), 'reversals exceed')
      await expectRefused(
        `insert into stock_movements (product_id, quantity, kind, order_id, line_position, allocation, line_quantity, made_by)
         select product_id, quantity, kind, order_id, line_position, allocation, line_quantity, made_by
           from stock_movements where order_id = ${orderId} and kind = 'order'`,
        'stock_movements_one_per_allocation_idx',
      )
    })

    it('that keep a package with contents from having stock of its own', async () => {
      const jar = await product(5)
      const kit = await pack({ productId: jar.id })
      await expectRefused(countStock(kit.id, 3), 'no stock of its own')
      const box = await makeProduct(connection().db, { kind: 'package', stock: 4 })
      const containSql = (packageId: number, productId: number) =>
        `insert into package_contents (package_id, product_id, quantity, position) values (${packageId}, ${productId}, 1, 9)`
      await expectRefused(containSql(box.id, jar.id), 'has stock of its own')
      const other = await makeProduct(connection().db, { kind: 'package' })
      await expectRefused(containSql(other.id, kit.id), 'cannot be part of another')
      await expectRefused(containSql(jar.id, box.id), 'has stock of its own')
    })
  })

  describe.runIf(engine === 'postgres')('under concurrency', () => {
    it('a count during fifty orders loses nothing and never goes below zero', async () => {
      const { id } = await product(40)
      const orders = await Promise.all(Array.from({ length: 50 }, () => makeOrder(connection())))
      const results = await Promise.all([
        ...orders.map((orderId) => allocate(orderId, { position: 0, productId: id, quantity: 1 })),
        adjust(id, 'count', 10),
        adjust(id, 'receipt', 3),
      ])
      const takenCount = results.slice(0, 50).filter(({ ok }) => ok).length
      expect(results.slice(50).map(({ ok }) => ok)).toEqual([true, true])
      const history = await connection()
        .db.selectFrom('stock_movements')
        .select(['kind', 'quantity'])
        .where('product_id', '=', id)
        .orderBy('id')
        .execute()
      // Replays the movements in order, because the count sets the stock at whatever point it ran.
      let onHand = 0
      for (const movement of history) {
        onHand += movement.quantity
        if (movement.kind === 'count') expect(onHand).toBe(10)
        expect(onHand).toBeGreaterThanOrEqual(0)
      }
      expect(await readStock(id)).toEqual([onHand])
      expect(history.filter(({ kind }) => kind === 'order')).toHaveLength(takenCount)
    })

    it('fifty concurrent requests return an order’s stock once', async () => {
      const { id } = await product(9)
      const orderId = await makeOrder(connection())
      await allocate(orderId, { position: 0, productId: id, quantity: 7 })
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) => returnOrderStock(orderId, i % 2 ? 'cancel' : 'return')),
      )
      // Every caller holds the order's lock; without it, the database refuses late reversals.
      for (const result of results)
        if (result.status === 'rejected') expect(String(result.reason)).toContain('reversals exceed')
      expect(await readStock(id)).toEqual([9])
    })
  })
})
