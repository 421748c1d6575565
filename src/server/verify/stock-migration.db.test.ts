import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDueCounts } from '#server/catalog/stock.queries.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openEmptyPostgres } from '#test/database.ts'
import { runCheck } from './check.queries.ts'
import { stockChecks } from './stock-checks.queries.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('the stock of a shop from before the ledger', () => {
  let database: Awaited<ReturnType<typeof openEmptyPostgres>>
  let folder = ''
  const read = async (text: string) => (await database.pool.query(text)).rows

  beforeAll(async () => {
    database = await openEmptyPostgres()
    folder = await mkdtemp(join(tmpdir(), 'salonfront-migrations-'))
    const all = (await readdir('db/migrations')).sort()
    const before = all.slice(
      0,
      all.findIndex((file) => file.endsWith('_stock.sql')),
    )
    expect(before.length).toBeGreaterThan(30)
    for (const file of before) await cp(join('db/migrations', file), join(folder, file))
    await migrate(database, folder)
    await database.pool.query(`
      insert into products (handle, name, kind, price_cents, pv, stock, created_at) values
        ('oil', 'Oil', 'product', 100, 1, 4, '2026-02-01'), ('jar', 'Jar', 'product', 100, 1, null, '2026-02-01'),
        ('kit', 'Kit', 'package', 100, 1, 2, '2026-02-01'), ('box', 'Box', 'package', 100, 1, 6, '2026-02-01'),
        ('new', 'New', 'product', 100, 1, 0, '2026-02-01');
      insert into package_contents (package_id, product_id, quantity, position) values (3, 1, 1, 0), (3, 2, 1, 1);
      insert into orders (type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents,
        insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type, created_at, status, canceled_at)
      select 'P', 'Ann', 'Lee', 'ann@example.com', '1', 0, 0, 0, 0, 0, 0, 0, 'Pickup', 'check', at::timestamptz, status, canceled::timestamptz
        from (values ('2026-01-05', 'processing', null), ('2026-03-05', 'canceled', '2026-03-09')) given (at, status, canceled);
      insert into order_lines (order_id, position, product_id, name, quantity, price_cents, total_price_cents, unit_pv, commissionable_bp, cv_cents)
      select orders.id, given.position, given.product_id, 'Goods', given.quantity, 0, 0, 0, 0, 0
        from orders cross join (values (0, 1, 3), (1, 3, 5), (2, 2, 1), (3, null, 1)) given (position, product_id, quantity)`)
    await migrate(database)
  })
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  it('is opened before every order with the current stock plus everything that orders took', async () => {
    expect(
      await read(`select product_id, quantity, made_at < (select min(created_at) from orders where product_id in (1, 3)) or
        made_at <= '2026-02-01' as early from stock_movements where kind = 'opening' order by product_id`),
    ).toEqual([
      { product_id: 1, quantity: 7, early: true },
      { product_id: 3, quantity: 7, early: true },
      { product_id: 4, quantity: 6, early: true },
      { product_id: 5, quantity: 0, early: true },
    ])
  })

  it('gets a movement for every line, and two for canceled ones', async () => {
    expect(
      await read(`select status, line_position as line, product_id, kind, quantity, made_at = case kind when 'cancel' then canceled_at
        else created_at end as dated from stock_movements join orders on orders.id = order_id order by orders.id, line_position, kind desc`),
    ).toEqual([
      { status: 'processing', line: 0, product_id: 1, kind: 'order', quantity: -3, dated: true },
      { status: 'processing', line: 1, product_id: 3, kind: 'order', quantity: -5, dated: true },
      { status: 'canceled', line: 0, product_id: 1, kind: 'order', quantity: -3, dated: true },
      { status: 'canceled', line: 0, product_id: 1, kind: 'cancel', quantity: 3, dated: true },
      { status: 'canceled', line: 1, product_id: 3, kind: 'order', quantity: -5, dated: true },
      { status: 'canceled', line: 1, product_id: 3, kind: 'cancel', quantity: 5, dated: true },
    ])
  })

  it('keeps the quantity on hand, writes off the stock of packages with contents, and lists it for a count', async () => {
    expect(await read('select handle, stock from products order by id')).toEqual([
      { handle: 'oil', stock: 4 },
      { handle: 'jar', stock: null },
      { handle: 'kit', stock: null },
      { handle: 'box', stock: 6 },
      { handle: 'new', stock: 0 },
    ])
    expect(await read(`select product_id, quantity from stock_movements where kind = 'write_off'`)).toEqual([
      { product_id: 3, quantity: -2 },
    ])
    expect(await findDueCounts(database.db)).toMatchObject([
      { package_name: 'Kit', written_off: 2, product_name: 'Oil', stock: 4 },
      { package_name: 'Kit', written_off: 2, product_name: 'Jar', stock: null },
    ])
    for (const check of stockChecks) expect(await runCheck(database.db, check)).toEqual([])
  })
})
