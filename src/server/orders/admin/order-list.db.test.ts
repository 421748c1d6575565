import { beforeAll, expect, it } from 'vitest'
import type { ManagedOrderRow } from '#contract/orders/admin-list.ts'
import { type OrderQueue, orderQueues } from '#contract/orders/queues.ts'
import { cents } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { flushPendingWords } from './order-list.queries.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }
type OrderListResponse = { data: ManagedOrderRow[]; next: string | null; count: { value: number; more: boolean } }

databaseTest('order list', (connection) => {
  const suite = appForSuite(connection)
  const jobs = () => suite().services.jobs
  let browser: ReturnType<typeof browserOf>
  beforeAll(async () => {
    const { id } = await makeStaff(connection().db, 'clerk')
    browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
  })

  const list = async (query: Record<string, string>): Promise<OrderListResponse> => {
    const response = await browser.get(`/admin/orders.json?${new URLSearchParams(query)}`)
    expect([query, response.statusCode]).toEqual([query, 200])
    return response.json()
  }
  const getIds = ({ data }: OrderListResponse) => data.map(({ id }) => id)
  const searchIds = async (search: string) => getIds(await list({ search }))
  /** Reads all pages in sequence. */
  const listAllPages = async (query: Record<string, string>): Promise<number[]> => {
    const ids: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: OrderListResponse = await list({ ...query, ...(after !== '' && { after }) })
      ids.push(...getIds(page))
      after = page.next
    }
    return ids
  }
  const runSql = async (sql: string, values: unknown[] = []) => (await connection().pool.query(sql, values)).rows

  async function placeOrder(input: { form?: object; products: { name: string; sku?: string }[]; type?: 'D' | 'P' }) {
    const { db } = connection()
    const cartItems = []
    for (const product of input.products)
      cartItems.push({ id: (await makeProduct(db, { ...product, priceCents: 5000 })).id, quantity: 2 })
    const form = { ...(input.type === 'P' ? pickupForm : deliveryForm), ...input.form } as typeof deliveryForm
    const placement = await submit(db, jobs(), { form, cartOwner: await fillCart(db, cartItems) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  /** Inserts orders in states they may have after years, without the history behind them. */
  const insertOrders = async (
    count: number,
    {
      status = 'processing',
      lastName = `'Planted'`,
      at = 'now()',
      total = '1000',
      due = 'null',
      method = 'check',
      email = `'planted@example.org'`,
    } = {},
  ): Promise<number[]> => {
    const rows = await runSql(
      `insert into orders (status, type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents,
         insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type, created_at, due_on,
         payment_days, canceled_at)
       select $2, 'P', 'Bo', ${lastName}, ${email}, '1', ${total}, 0, 0, 0, ${total}, 0, 0, '', $3, ${at}, ${due}::date,
         case when ${due}::date is null then null else 7 end, case when $2 = 'canceled' then now() end
         from generate_series(1, $1::int) n returning id`,
      [count, status, method],
    )
    return rows.map(({ id }) => id)
  }

  it('finds an order by any of its words, in any spelling', async () => {
    const id = await placeOrder({
      form: {
        first_name: 'José',
        last_name: 'Núñez',
        user_email: 'jose.n_x@example.com',
        phone_number: '(973) 555-0177',
        shipping: { ...deliveryForm.shipping, first_name: 'Salon', last_name: 'Lotus', city: 'Hoboken' },
      },
      products: [{ name: 'Argan Oil Shampoo', sku: 'AR-500' }, { name: 'Comb' }],
    })
    const other = await placeOrder({ products: [{ name: 'Argan Conditioner', sku: 'AC-1' }] })
    await inTransaction(connection().db, (trx) => packOrder(trx, clerk, { orderId: id }))
    const shipped = await inTransaction(connection().db, (trx) =>
      shipOrder(trx, clerk, { orderId: id, trackingNumber: '1Z999AA10123456784' }, createPaymentServices(jobs())),
    )
    expect(shipped.ok).toBe(true)

    const code = encodePaymentReference(id)
    for (const search of [
      `${id}`,
      `#${id}`,
      code,
      `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`,
      'nunez',
      'NÚÑEZ',
      'nuñ jos',
      'jose.n_x@example.com',
      'N_X@',
      '(973) 555-0177',
      '973.555.0177',
      '+1 973 555 0177',
      '555-0177',
      'lotus',
      'hoboken',
      'oil shampoo',
      'ar-500',
      '1z999aa10123456784',
      '1Z 999 AA1 01 2345 6784',
      '3456784',
      `nunez shampoo ${id}`,
      `nunez ${code}`,
      'AR-500 nunez 5550177',
    ])
      expect([search, await searchIds(search)]).toEqual([search, [id]])
    expect(await searchIds('argan')).toEqual([other, id])
    for (const search of ['nunez conditioner', '%', '_', '…', `${id} ${other}`, 'n%z', 'ar-5001', "o'nunez"])
      expect([search, await searchIds(search)]).toEqual([search, []])
    // Two letters only match the beginning of a word.
    expect(await searchIds('nu')).toEqual([id])
    expect(await searchIds('un')).toEqual([])
  })

  it('finds an order by its street, and by its number combined with words', async () => {
    const id = await placeOrder({
      form: {
        first_name: 'Seán',
        last_name: "O'Brien-Łuk",
        shipping: { ...deliveryForm.shipping, address_1: '48 Rue de l’Église', address_2: 'Apt 7B', state: 'NJ' },
      },
      products: [{ name: 'Crème Fraîche Masque™', sku: 'CFM-1' }],
    })
    for (const search of [
      `Order ${id}`,
      `No. ${id}`,
      `order no. ${id}`,
      `Order #${id}`,
      `order#${id}`,
      `№ ${id}`,
      `Invoice: ${id}.`,
      '48 rue de l’eglise',
      'leglise 7b',
      'O’Brien',
      'OBrien',
      'O`brien',
      'oʼbrien–luk',
      'obrien luk sean',
      'creme fraiche',
      'masque fraiche',
      'CFM‑1',
    ])
      expect([search, await searchIds(search)]).toEqual([search, [id]])
  })

  it('finds an order by its current words: its lines, its address, the current SKU', async () => {
    const { pool } = connection()
    const id = await placeOrder({ form: { last_name: 'Oldname' }, products: [{ name: 'Velvet Brush', sku: 'VB-7' }] })
    expect(await searchIds('velvet')).toEqual([id])
    await pool.query(`update products set sku = 'NEWSKU-9', name = 'Silk Brush' where sku = 'VB-7'`)
    expect([
      await searchIds('newsku-9'),
      await searchIds('vb-7'),
      await searchIds('velvet'),
      await searchIds('silk'),
    ]).toEqual([[id], [], [id], []])
    await pool.query(`update orders set last_name = 'Newname' where id = ${id}`)
    await pool.query(`update order_addresses set company = 'Lotus Nails' where order_id = ${id}`)
    await pool.query(`update order_lines set name = 'Satin Brush' where order_id = ${id}`)
    expect([await searchIds('oldname'), await searchIds('velvet')]).toEqual([[], []])
    expect([await searchIds('newname'), await searchIds('satin'), await searchIds('lotus nails')]).toEqual([
      [id],
      [id],
      [id],
    ])

    const findings = async () =>
      (await verifyShop(connection().db, suite().services.config.dataDir)).findings.filter((one) => /words/.test(one))
    expect(await findings()).toEqual([])
    await pool.query(`update order_search set search_text = ' something else ' where order_id = ${id}`)
    expect(await findings()).toEqual([`Order ${id} is not found by its words.`])
    await pool.query(`update order_search set search_text = order_search_text(order_id) where order_id = ${id}`)
  })

  it('finds an order before and after its words are indexed', async () => {
    const { db } = connection()
    const id = await placeOrder({ form: { last_name: 'Quicksilver' }, products: [{ name: 'Tweezers' }] })
    expect(await searchIds('quicksilver')).toEqual([id])
    await flushPendingWords(db)
    expect([await searchIds('quicksilver'), await flushPendingWords(db)]).toEqual([[id], 0])
  })

  it('finds orders by words of lines and addresses that are added and removed in separate statements', async () => {
    const { pool } = connection()
    const id = await placeOrder({ products: [{ name: 'Amber Comb' }], type: 'P' })
    await pool.query(`insert into order_lines (order_id, position, product_id, name, quantity, price_cents, total_price_cents,
        unit_pv, commissionable_bp, cv_cents)
      select order_id, 1, product_id, 'Cédar Comb', 1, 0, 0, 0, 0, 0 from order_lines where order_id = ${id}`)
    await pool.query(`insert into order_addresses (order_id, first_name, last_name, phone_number, address_1, city, state, zip)
      values (${id}, 'A', 'B', '', '1 Main Street', 'Zzyzx', 'NJ', '07030')`)
    expect([await searchIds('amber'), await searchIds('cedar'), await searchIds('zzyzx')]).toEqual([[id], [id], [id]])
    await pool.query(`delete from order_lines where order_id = ${id} and position = 1`)
    expect([await searchIds('amber'), await searchIds('cedar')]).toEqual([[id], []])
    // Inserts an order and its parts separately in one transaction, as a custom script might.
    await pool.query(`begin;
      insert into orders (type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents,
        insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
      select type, 'Quillon', last_name, email, phone_number, sub_total_cents, shipping_price_cents,
        insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type
        from orders where id = ${id};
      insert into order_lines (order_id, position, product_id, name, quantity, price_cents, total_price_cents,
        unit_pv, commissionable_bp, cv_cents)
      select currval(pg_get_serial_sequence('orders', 'id')), 0, product_id, 'Ivory Comb', quantity, price_cents,
        total_price_cents, unit_pv, commissionable_bp, cv_cents from order_lines where order_id = ${id};
      commit`)
    const [copy] = await runSql(`select id from orders where first_name = 'Quillon'`)
    expect([await searchIds('quillon'), await searchIds('ivory')]).toEqual([[copy.id], [copy.id]])
    const { findings } = await verifyShop(connection().db, suite().services.config.dataDir)
    expect(findings.filter((one) => /words/.test(one))).toEqual([])
    await pool.query(`delete from orders where id = ${copy.id}`)
  })

  it('lists the order with the typed number before those that have it in a phone number', async () => {
    const [oldest = 0] = await insertOrders(1, { at: `now() - interval '3 years'` })
    const [newer = 0] = await insertOrders(1, { email: `'x${oldest}@example.net'` })
    expect(await searchIds(`${oldest}`)).toEqual([oldest, newer])
    expect((await list({ search: `${oldest}` })).count).toEqual({ value: 2, more: false })
    expect(getIds(await list({ search: `${oldest}`, from: '2026-01-01' }))).toEqual([newer])
  })

  it('has all necessary fields for each order', async () => {
    const id = await placeOrder({ form: { last_name: 'Rowley' }, products: [{ name: 'A thing' }, { name: 'Another' }] })
    const [row] = (await list({ search: 'rowley' })).data
    expect(row).toMatchObject({
      id,
      payment_reference: encodePaymentReference(id),
      age_days: 0,
      status: 'processing',
      type: 'D',
      method: 'quickpay',
      state: deliveryForm.shipping.state,
      name: 'Ana Rowley',
      phone: '(201) 555-0100',
      units: 4,
      edition: 1,
    })
    const pickup = await placeOrder({ form: { last_name: 'Pickersgill' }, products: [{ name: 'B' }], type: 'P' })
    expect((await list({ search: 'pickersgill' })).data[0]).toMatchObject({ id: pickup, type: 'P', state: null })
  })

  it('filters by states, method, day, total, delivery state and due date', async () => {
    const [canceled = 0] = await insertOrders(1, { status: 'canceled', lastName: `'Narrow'` })
    const [cash = 0] = await insertOrders(1, { method: 'cash', lastName: `'Narrow'`, total: '123456' })
    const [lateId = 0] = await insertOrders(1, {
      due: `'2020-01-31'`,
      lastName: `'Narrow'`,
      at: `'2020-01-10T04:59:59Z'`,
    })
    const [laterId = 0] = await insertOrders(1, {
      due: `'2999-01-31'`,
      lastName: `'Narrow'`,
      at: `'2020-01-10T05:00:00Z'`,
    })
    const delivered = await placeOrder({ form: { last_name: 'Narrow' }, products: [{ name: 'C' }] })
    const all = [delivered, cash, canceled, laterId, lateId]
    const { state } = deliveryForm.shipping
    for (const [query, expected] of [
      [{}, all],
      [{ status: 'canceled' }, [canceled]],
      [{ status: 'not_canceled' }, [delivered, cash, laterId, lateId]],
      [{ payment: 'unpaid', status: 'processing' }, [delivered, cash, laterId, lateId]],
      [{ fulfillment: 'shipped' }, []],
      [{ type: 'D' }, [delivered]],
      [{ method: 'cash' }, [cash]],
      [{ state }, [delivered]],
      [{ state: 'WY' }, []],
      // Midnight in New York is five hours later in winter.
      [{ from: '2020-01-10', to: '2020-01-10' }, [laterId]],
      [{ to: '2020-01-09' }, [lateId]],
      [{ total_from: '1234.56' }, [cash]],
      [{ total_from: '1234.57' }, []],
      [{ total_to: '10' }, [canceled, laterId, lateId]],
      [{ due: 'overdue' }, [lateId]],
      [{ due: 'open' }, [delivered, laterId]],
    ] as const) {
      // Also with a search word, when other orders are in the list.
      expect([query, getIds(await list({ ...query, search: 'narrow' }))]).toEqual([query, expected])
      const matching = (await listAllPages(query)).filter((id) => all.includes(id))
      expect([query, matching]).toEqual([query, expected])
    }
    for (const invalidQuery of [
      { status: 'lost' },
      { state: 'new york' },
      { from: '2020-02-30' },
      { to: '9999-12-31' },
      { total_from: '-1' },
      { total_to: '1e9' },
      { total_to: '99999999999999999999' },
      { queue: 'forever' },
      { sort: 'id' },
      { after: 'x' },
      { search: '\0' },
    ] as Record<string, string>[]) {
      const response = await browser.get(`/admin/orders.json?${new URLSearchParams(invalidQuery)}`)
      expect([invalidQuery, response.statusCode]).toEqual([invalidQuery, 422])
    }
  })

  it('shows the entries of a dashboard queue', async () => {
    const id = await placeOrder({ products: [{ name: 'D' }] })
    const isInQueue = async (queue: OrderQueue) => (await list({ queue })).data.some((order) => order.id === id)
    const all = async () => Object.fromEntries(await Promise.all(orderQueues.map(async (q) => [q, await isInQueue(q)])))
    const noQueue = Object.fromEntries(orderQueues.map((queue) => [queue, false]))
    expect(await all()).toEqual(noQueue)
    await inTransaction(connection().db, (trx) =>
      bookPayment(
        trx,
        clerk,
        { orderId: id, amountCents: cents(1_000_000), method: 'cash', isConfirmed: true },
        createPaymentServices(jobs()),
      ),
    )
    expect(await all()).toEqual({ ...noQueue, to_pack: true })
    await inTransaction(connection().db, (trx) => packOrder(trx, clerk, { orderId: id }))
    expect(await all()).toEqual({ ...noQueue, to_ship: true })
  })

  it('sorts by day, total, due date and name in both directions, with each order on one page', async () => {
    // Many have the same sort key, and some differ by a microsecond.
    const traits = {
      lastName: `'Sorted' || n % 7`,
      total: `1000 + n % 5`,
      at: `now() - n / 3 * interval '1 microsecond'`,
    }
    await insertOrders(60, traits)
    await insertOrders(60, { ...traits, due: `(date '2030-01-01' + n % 9)` })
    const keys = {
      placed: 'created_at',
      total: 'total_cents',
      due: `coalesce(due_on, 'infinity')`,
      name: `lower(last_name || ' ' || first_name)`,
    }
    for (const [sort, key] of Object.entries(keys)) {
      for (const direction of ['asc', 'desc']) {
        const expected = (await runSql(`select id from orders order by ${key} ${direction}, id ${direction}`)).map(
          ({ id }) => id,
        )
        expect([sort, direction, await listAllPages({ sort, direction })]).toEqual([sort, direction, expected])
        const sorted = (
          await runSql(
            `select id from orders where last_name like 'Sorted%' order by ${key} ${direction}, id ${direction}`,
          )
        ).map(({ id }) => id)
        expect(await listAllPages({ sort, direction, search: 'sorted' })).toEqual(sorted)
      }
    }
  })

  it('rejects a cursor that it has not issued', async () => {
    const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const { next } = await list({ sort: 'total' })
    for (const [sort, after] of [
      ['placed', next ?? ''],
      ['placed', cursor('placed', true, 'yesterday', 5)],
      ['placed', cursor('placed', true, 1e300, 5)],
      ['placed', cursor('placed', true, -1, 5)],
      ['due', cursor('due', false, 2_147_483_647, 5)],
      ['name', cursor('name', false, 'a\0', 5)],
      ['name', cursor('name', false, 7, 5)],
      ['total', cursor('total', true, 5, 0)],
      ['total', cursor('total', true, 5, 2_147_483_648)],
      ['total', 'bm8'],
      ['total', 'ÿ'],
    ] as const) {
      const response = await browser.get(`/admin/orders.json?${new URLSearchParams({ sort, after })}`)
      expect([sort, after, response.statusCode]).toEqual([sort, after, 422])
    }
    for (const [sort, key] of [
      ['placed', Number.MAX_SAFE_INTEGER],
      ['due', 2_900_000],
      ['due', -400_000],
      ['total', Number.MAX_SAFE_INTEGER],
    ] as const)
      await list({ sort, direction: 'desc', after: cursor(sort, true, key, 2_147_483_647) })
  })

  it('counts exactly up to 1,000, then reports more than 1,000, for filters and words', async () => {
    const inserted = await insertOrders(1000, {
      lastName: `'Legion'`,
      method: 'card',
      at: `now() - n * interval '1 minute'`,
    })
    expect((await list({ method: 'card' })).count).toEqual({ value: 1000, more: false })
    expect((await list({ search: 'legion' })).count).toEqual({ value: 1000, more: false })
    inserted.push(
      ...(await insertOrders(1, { lastName: `'Legion'`, method: 'card', at: `now() - interval '20 years'` })),
    )
    for (const query of [{ method: 'card' }, { search: 'legion' }] as Record<string, string>[]) {
      expect((await list(query)).count).toEqual({ value: 1000, more: true })
      // The list itself continues.
      expect(await listAllPages(query)).toEqual(inserted)
    }
    expect((await list({ search: 'legion', status: 'canceled' })).count).toEqual({ value: 0, more: false })
  })

  it('finds common matches among the newest orders, and rare old ones through the index', async () => {
    const oldest = await insertOrders(5100, {
      lastName: `'Ancient'`,
      at: `now() - interval '10 years' - n * interval '1 second'`,
    })
    const query = { search: 'ancient' }
    const first = await list(query)
    expect(getIds(first)).toEqual(oldest.slice(0, 50))
    // First these are the newest of the list, then they are beyond the number of orders that a scan examines.
    await insertOrders(20_100, { lastName: `'Recent'`, at: `now() + n * interval '1 second'` })
    expect(getIds(await list(query))).toEqual(oldest.slice(0, 50))
    expect(getIds(await list({ ...query, after: first.next ?? '' }))).toEqual(oldest.slice(50, 100))
    expect(getIds(await list({ ...query, direction: 'asc' }))).toEqual(oldest.toReversed().slice(0, 50))
    // Inserting them takes the embedded engine half a minute on a busy machine.
  })

  it('filters by a total without sorting by it, for few and many matches', async () => {
    const few = await insertOrders(3, {
      total: '777000 + n',
      at: `now() - interval '15 years' - n * interval '1 second'`,
    })
    const many = await insertOrders(1100, {
      total: '888000 + n % 7',
      at: `now() - interval '16 years' - n * interval '1 second'`,
    })
    const range = (from: string, to: string) => ({ total_from: from, total_to: to })
    expect(getIds(await list(range('7770', '7770.10')))).toEqual(few)
    expect(getIds(await list({ ...range('7770', '7770.10'), direction: 'asc' }))).toEqual(few.toReversed())
    expect(await list(range('8880', '8880.06'))).toMatchObject({ count: { value: 1000, more: true } })
    expect(await listAllPages(range('8880', '8880.06'))).toEqual(many)
    const [key] = await runSql(
      `select array_agg(id order by total_cents desc, id desc) as ids from orders where total_cents between 777000 and 777010`,
    )
    expect(await listAllPages({ ...range('7770', '7770.10'), sort: 'total' })).toEqual(key.ids)
  })
})
