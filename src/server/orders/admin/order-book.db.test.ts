import { expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { addDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { parseCsv } from '#server/platform/csv/records.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }

databaseTest('order book', (connection) => {
  const suite = appForSuite(connection)

  async function signIn(role: Role, isReauthenticated = true) {
    const { id } = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id, isReauthenticated))
    return browser
  }
  const parseRows = (csv: string): Record<string, string>[] => {
    const [heading, ...rows] = parseCsv(csv)
    return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, n) => [heading?.cells[n], cell])))
  }
  const readExports = async () =>
    (
      await connection().pool.query(
        `select role, payload from audit_entries join audit_payloads on entry_id = id where action = 'orders.exported'`,
      )
    ).rows

  async function placeOrder(form: object) {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 5000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 2 }])
    const placement = await submit(db, suite().services.jobs, { form: { ...deliveryForm, ...form }, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }

  it('has every total, tax and payment of an order in one row, and no spreadsheet formulas', async () => {
    const { db, pool } = connection()
    const id = await placeOrder({ first_name: '=1+1', last_name: 'O"Hara, Jr.', user_email: 'booked@example.com' })
    const lastMonth = addDays(shopDayOf(Date.now()), -30)
    for (const [amount, reference] of [
      [4000, '+1077'],
      [2050, ''],
    ] as const) {
      const payment = {
        orderId: id,
        amountCents: cents(amount),
        method: 'check',
        reference,
        valueDate: lastMonth,
      } as const
      await inTransaction(db, (trx) => bookPayment(trx, clerk, payment, createPaymentServices(suite().services.jobs)))
    }
    const manager = await signIn('manager')
    const response = await manager.get('/admin/orders/export.csv?search=booked')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
    const { rows } = await pool.query(`select * from orders where id = ${id}`)
    const [order] = rows
    const dollars = (value: number) => (value / 100).toFixed(2)
    expect(parseRows(response.body)).toEqual([
      expect.objectContaining({
        number: String(id),
        payment_reference: encodePaymentReference(id),
        placed: order.created_at.toISOString(),
        status: 'processing',
        payment: 'partly_paid',
        type: 'delivery',
        first_name: "'=1+1",
        last_name: 'O"Hara, Jr.',
        delivery_city: deliveryForm.shipping.city,
        delivery_state: deliveryForm.shipping.state,
        units: '2',
        sub_total: '100.00',
        discount: '0.00',
        shipping_price: dollars(order.shipping_price_cents),
        insurance: dollars(order.insurance_cents),
        tax: dollars(order.tax_cents),
        total: dollars(order.total_cents),
        received: '60.50',
        refunded: '0.00',
        balance: dollars(order.total_cents - 6050),
        payments: `${lastMonth} received 40.00 check +1077; ${lastMonth} received 20.50 check`,
        credit_notes: '',
        completed: '',
      }),
    ])
    expect(await readExports()).toEqual([
      { role: 'manager', payload: expect.objectContaining({ after: { words: true } }) },
    ])
  })

  it('is limited to managers with a fresh proof', async () => {
    const before = (await readExports()).length
    expect((await (await signIn('clerk')).get('/admin/orders/export.csv')).statusCode).toBe(403)
    const unauthenticated = await (await signIn('owner', false)).get('/admin/orders/export.csv')
    expect(unauthenticated.json()).toMatchObject({ status: 403, code: 'reauthentication_required' })
    expect((await (await signIn('owner')).get('/admin/orders/export.csv?status=lost')).statusCode).toBe(422)
    expect((await readExports()).length).toBe(before)
  })

  it('has each order that matches the filter once, newest first, for any number of orders', async () => {
    const { pool } = connection()
    await pool.query(
      `insert into orders (status, type, first_name, last_name, email, phone_number, sub_total_cents, shipping_price_cents,
         insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type, canceled_at)
       select case when n % 3 = 0 then 'canceled' else 'processing' end, 'P', 'Bo', 'Many', 'many@example.com', '1', n, 0, 0,
         0, n, 0, 0, '', 'check', case when n % 3 = 0 then now() end from generate_series(1, 1203) n`,
    )
    const manager = await signIn('manager')
    for (const [query, condition] of [
      ['', 'true'],
      ['?status=canceled', `status = 'canceled'`],
      ['?search=many%20bo&total_to=5', `last_name = 'Many' and total_cents <= 500`],
      ['?search=nobody', 'false'],
    ]) {
      const { rows } = await pool.query(`select id::text from orders where ${condition} order by orders.id desc`)
      const book = parseRows((await manager.get(`/admin/orders/export.csv${query}`)).body)
      expect(book.map(({ number }) => number)).toEqual(rows.map(({ id }) => id))
    }
  })
})
