import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { address } from '#test/address.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('a staff order', (connection, engine) => {
  const suite = appForSuite(connection, { SHOP_DISCOUNT_CLERK_PERCENT: '25' })
  async function signIn() {
    const { id, email } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return { browser, email }
  }
  const createProduct = (traits: Parameters<typeof makeProduct>[1] = {}) => makeProduct(connection().db, traits)
  const readStock = async (id: number) =>
    (await connection().pool.query('select stock from products where id = $1', [id])).rows[0].stock
  const readRow = async (id: number) =>
    (await connection().pool.query('select * from orders where id = $1', [id])).rows[0]
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings
  const guest = {
    kind: 'guest',
    first_name: 'Ana',
    last_name: 'Reyes',
    user_email: 'ana@example.com',
    phone_number: '201 555 0100',
  }
  const pickupForm = (lines: { product_id: number; quantity: number }[], overrides: object = {}) => ({
    customer: guest,
    lines,
    payment_type: 'cash',
    type: 'P',
    ...overrides,
  })

  it('is refused for a suspended or closed account, but not for a pending one', async () => {
    const { browser } = await signIn()
    const { id: productId } = await createProduct({ stock: 5 })
    const { id } = await makeUser(connection().db)
    const placeWithStatus = async (status: string) => {
      await connection().pool.query('update users set status = $2 where id = $1', [id, status])
      const customer = { kind: 'member', user_id: id }
      return browser.post('/admin/orders/place', pickupForm([{ product_id: productId, quantity: 1 }], { customer }))
    }
    for (const status of ['suspended', 'closed']) {
      const expectRefused = await placeWithStatus(status)
      const message = 'This account is suspended or closed and cannot order.'
      expect(expectRefused.json()).toMatchObject({
        ...{ status: 422, code: 'customer_may_not_order' },
        errors: { 'customer.user_id': message },
      })
    }
    expect(await readStock(productId)).toBe(5)
    const response = await placeWithStatus('pending')
    expect([response.statusCode, await readRow(response.json().id)]).toMatchObject([201, { credited_user_id: id }])
  })

  it('is paid in cash and handed over at the counter', async () => {
    const { browser, email } = await signIn()
    const { id: productId } = await createProduct({ priceCents: 4000, stock: 5, pv: 10 })
    const discount = { kind: 'percent', percent: 12.5, reason: 'A regular' }
    const response = await browser.post(
      '/admin/orders/place',
      pickupForm([{ product_id: productId, quantity: 2 }], {
        discount,
        paid: true,
        handed_over: true,
        reviewed_total: 70,
      }),
    )
    expect([response.statusCode, response.json()]).toMatchObject([
      201,
      {
        order_total: 70,
        discount: 10,
        discount_percent: 12.5,
        pv: 18,
        payment_state: 'paid',
        fulfillment_state: 'picked_up',
        due_on: null,
        payment: { payment_type: 'cash' },
      },
    ])
    const order = response.json()
    expect(await readStock(productId)).toBe(3)
    expect(await readRow(order.id)).toMatchObject({
      cart_id: null,
      discount_reason: 'A regular',
      credited_user_id: null,
    })
    const { rows } = await connection().pool.query(
      `select actor_name, action from audit_entries where subject_kind = 'order' and subject_id = $1 order by id`,
      [String(order.id)],
    )
    expect(rows).toContainEqual({ actor_name: email, action: 'order.placed' })
    const mails = await connection().pool.query(
      `select data ->> 'mail' as mail from pgboss.job where (data ->> 'order_id')::int = $1 order by 1`,
      [order.id],
    )
    expect(mails.rows.map(({ mail }) => mail)).toEqual(['order_paid', 'order_placed', 'order_received'])
    expect(await findings()).toEqual([])
  })

  it('is credited as if the customer had placed it', async () => {
    const { browser } = await signIn()
    const { id: product_id } = await createProduct()
    const member = await makeUser(connection().db)
    const personalOrder = await browser.post(
      '/admin/orders/place',
      pickupForm([{ product_id, quantity: 1 }], {
        customer: { kind: 'member', user_id: member.id },
        payment_type: 'check',
      }),
    )
    expect(await readRow(personalOrder.json().id)).toMatchObject({
      user_id: member.id,
      credited_user_id: member.id,
      email: member.email,
      due_on: expect.anything(),
    })
    const { rows } = await connection().pool.query('select referral_code from users where id = $1', [member.id])
    const sent = await browser.post(
      '/admin/orders/place',
      pickupForm([{ product_id, quantity: 1 }], { customer: { ...guest, referral_code: rows[0].referral_code } }),
    )
    expect(await readRow(sent.json().id)).toMatchObject({ user_id: null, credited_user_id: member.id })
    expect(await findings()).toEqual([])
  })

  it('with a repeated key is the same order', async () => {
    const { browser } = await signIn()
    const { id: product_id } = await createProduct({ stock: 9 })
    const headers = { 'idempotency-key': 'key-1' }
    const submit = (quantity: number) =>
      browser.post('/admin/orders/place', pickupForm([{ product_id, quantity }]), undefined, headers)
    const first = (await submit(2)).json()
    expect((await submit(2)).json().id).toBe(first.id)
    expect((await submit(3)).json()).toMatchObject({ status: 422, code: 'key_reused' })
    expect(await readStock(product_id)).toBe(7)
  })

  it('is refused with a message, and leaves nothing behind', async () => {
    const { browser } = await signIn()
    const { id: product_id } = await createProduct({ name: 'Serum', stock: 2 })
    const refuse = async (overrides: object, quantity = 1) => {
      const response = await browser.post('/admin/orders/place', pickupForm([{ product_id, quantity }], overrides))
      return [response.statusCode, response.json().code]
    }
    const discount = (value: number, reason: string) => ({ discount: { kind: 'amount', amount: value, reason } })
    const before = await connection().pool.query('select count(*) from orders')
    expect(await refuse({}, 3)).toEqual([409, 'not_available'])
    expect(await refuse({ reviewed_total: 9 })).toEqual([409, 'total_changed'])
    expect(await refuse({ customer: { kind: 'member', user_id: 2_000_000_000 } })).toEqual([422, 'customer_not_found'])
    expect(await refuse({ customer: { ...guest, referral_code: 'nobody' } })).toEqual([422, 'referral_code_not_found'])
    expect(await refuse(discount(10.01, 'Too much'))).toEqual([422, 'discount_over_sub_total'])
    expect(await refuse(discount(1, ' '))).toEqual([422, 'invalid'])
    expect(await refuse(discount(0.001, 'x'))).toEqual([422, 'invalid'])
    expect(await refuse({ lines: [] })).toEqual([422, 'invalid'])
    const twice = [1, 2].map(() => ({ product_id, quantity: 1 }))
    expect(await refuse({ lines: twice })).toEqual([422, 'duplicate_line'])
    const unknown = [{ product_id: 2_000_000_000, quantity: 1 }]
    expect(await refuse({ lines: unknown })).toEqual([422, 'product_not_found'])
    const sent = { type: 'D', shipping: { address_id: 0, ...address }, shipping_method: 'pigeon' }
    expect(await refuse(sent)).toEqual([422, 'method_not_offered'])
    const handedOver = { ...sent, shipping_method: 'ground', handed_over: true }
    expect(await refuse(handedOver)).toEqual([422, 'handover_needs_pickup'])
    const elsewhere = { ...sent, shipping: { address_id: 2_000_000_000 }, shipping_method: 'ground' }
    expect(await refuse(elsewhere)).toEqual([422, 'address_not_found'])
    expect((await connection().pool.query('select count(*) from orders')).rows).toEqual(before.rows)
    expect(await readStock(product_id)).toBe(2)
  })

  it('has a quote with available stock and shipping options', async () => {
    const { browser } = await signIn()
    const { id: product_id } = await createProduct({ priceCents: 10_000, stock: 3 })
    const quoted = await browser.post('/admin/orders/quote', {
      lines: [{ product_id, quantity: 5 }],
      type: 'D',
      state: 'NJ',
      zipcode: '07631',
      discount: { kind: 'amount', amount: 20, reason: 'A dent' },
    })
    expect([quoted.statusCode, quoted.json()]).toMatchObject([
      200,
      {
        sub_total: 500,
        discount: 20,
        lines: [{ product_id, quantity: 5, price: 100, total_price: 500, remaining: 3 }],
        shipping_method: expect.any(String),
        under_minimum: null,
      },
    ])
    expect(quoted.json().quotes.length).toBeGreaterThan(1)
  })

  it('can be edited with a preview, and every version is shown', async () => {
    const { browser, email } = await signIn()
    const { id: product_id } = await createProduct({ priceCents: 1000 })
    const { id: order_id } = (
      await browser.post('/admin/orders/place', pickupForm([{ product_id, quantity: 2 }], { paid: true }))
    ).json()
    const { version: expected_version } = (await browser.get(`/admin/orders/${order_id}.json`)).json()
    const edit = { order_id, lines: [{ product_id, quantity: 3 }], expected_version }
    const preview = await browser.post('/admin/orders/edit/preview', edit)
    expect([preview.statusCode, preview.json()]).toMatchObject([200, { order_total: 30, difference: 10 }])
    expect((await browser.post('/admin/orders/edit', edit)).statusCode).toBe(422)
    const editResponse = await browser.post('/admin/orders/edit', { ...edit, reason: 'One more' })
    expect([editResponse.statusCode, editResponse.json()]).toMatchObject([
      200,
      { edition: 2, difference: 10, order: { payment_state: 'partly_paid', balance: 10 } },
    ])
    const repeated = await browser.post('/admin/orders/edit', { ...edit, reason: 'One more' })
    expect([repeated.statusCode, repeated.json()]).toMatchObject([409, { code: 'stale', current: { edition: 2 } }])
    const unchanged = await postCurrent(browser, '/admin/orders/edit', {
      order_id,
      lines: [{ product_id, quantity: 3 }],
      reason: 'Again',
    })
    expect([unchanged.statusCode, unchanged.json().code]).toEqual([422, 'edit_unchanged'])
    const versions = (await browser.get(`/admin/orders/${order_id}/versions.json`)).json()
    expect(versions).toMatchObject({
      edition: 2,
      versions: [
        { edition: 1, replaced_by: email, reason: 'One more', order_total: 20, lines: [{ quantity: 2 }] },
        { edition: 2, replaced_by: null, order_total: 30, lines: [{ quantity: 3, total_price: 30 }] },
      ],
    })
    expect((await browser.get('/admin/orders/2000000000/versions.json')).statusCode).toBe(404)
    const conflictingEdit = { ...edit, reason: 'x', lines: [{ product_id, position: 0, quantity: 1 }] }
    expect((await browser.post('/admin/orders/edit', conflictingEdit)).statusCode).toBe(422)
  })

  it('finds its products by name and SKU', async () => {
    const { browser } = await signIn()
    await createProduct({ name: 'Zephyr Oil 100%', sku: 'ZO-1' })
    await createProduct({ name: 'Zephyr Balm', sku: 'ZO-10' })
    await createProduct({ name: 'Zephyr Gone', active: false })
    const search = async (q: string) => {
      const { products } = (await browser.get(`/admin/products/search.json?q=${encodeURIComponent(q)}`)).json()
      return products.map(({ name }: { name: string }) => name)
    }
    expect(await search('zo-1')).toEqual(['Zephyr Oil 100%', 'Zephyr Balm'])
    expect(await search('oil zephyr')).toEqual(['Zephyr Oil 100%'])
    expect(await search('zephyr')).toEqual(['Zephyr Balm', 'Zephyr Oil 100%'])
    expect(await search('% zephyr')).toEqual(['Zephyr Oil 100%'])
    expect(await search(' ')).toEqual([])
    const scanned = await createProduct({ name: 'Zephyr Soap' })
    await connection()
      .db.updateTable('products')
      .set({ barcode: '0012345678905' })
      .where('id', '=', scanned.id)
      .execute()
    expect(await search('012345678905')).toEqual(['Zephyr Soap'])
    expect(await search('12345678906')).toEqual([])
    const other = await createProduct({ name: 'Zephyr Foam' })
    await connection().db.updateTable('products').set({ barcode: '012345678905' }).where('id', '=', other.id).execute()
    const { products } = (await browser.get('/admin/products/search.json?q=12345678905')).json()
    expect(products).toMatchObject([
      { name: 'Zephyr Foam', matched_barcode: true },
      { name: 'Zephyr Soap', matched_barcode: true },
    ])
    const [productName] = (await browser.get('/admin/products/search.json?q=zephyr+soap')).json().products
    expect(productName).toMatchObject({ name: 'Zephyr Soap', matched_barcode: false })
  })

  it.runIf(engine === 'postgres')('is placed once by fifty submissions of one key', async () => {
    const { browser } = await signIn()
    const { id: product_id } = await createProduct({ stock: 60 })
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        browser.post('/admin/orders/place', pickupForm([{ product_id, quantity: 1 }]), undefined, {
          'idempotency-key': 'race',
        }),
      ),
    )
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
    expect(await readStock(product_id)).toBe(59)
  })
})
