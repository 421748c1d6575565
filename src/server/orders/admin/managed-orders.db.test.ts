import { expect, it } from 'vitest'
import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import { addDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { claimPayment } from '#server/orders/overdue/claim-payment.ts'
import { bookPayment, type NewPayment } from '#server/orders/payments/book-payment.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { listOverpaid, listUnclearedChecks } from '#server/orders/payments/read-ledger.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { findOrderVersion } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }

databaseTest('orders as staff see them', (connection) => {
  const suite = appForSuite(connection)
  const jobs = () => suite().services.jobs
  const run = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => inTransaction(connection().db, work)

  async function placeOrder(): Promise<number> {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 5000, sku: 'LAMP-1' })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 2 }])
    const placement = await submit(db, jobs(), { form: deliveryForm, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  const book = async (orderId: number, amount: number, overrides: Partial<NewPayment> = {}) => {
    const payment: NewPayment = {
      orderId,
      amountCents: cents(amount),
      method: 'check',
      isConfirmed: true,
      ...overrides,
    }
    const result = await run((trx) => bookPayment(trx, clerk, payment, createPaymentServices(jobs())))
    if (!result.ok) throw new Error(result.refusal.code)
    return result.paymentId
  }
  async function signIn() {
    const { id } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }
  const readJson = async (path: string) => {
    const response = await (await signIn()).get(path)
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  it('shows an order with its money step by step, its goods, claims, emails and history', async () => {
    const id = await placeOrder()
    const check = await book(id, 4000, { reference: '1077' })
    await book(id, 1000, { method: 'cash' })
    await run((trx) =>
      correctPayment(
        trx,
        clerk,
        { paymentId: check, reason: 'It bounced', bounced: true },
        createPaymentServices(jobs()),
      ),
    )
    const claimant = 'link_holder' as const
    await run((trx) =>
      claimPayment(trx, { kind: 'customer' }, { orderId: id, claimant, method: 'check', note: 'On Friday' }),
    )
    await run((trx) => packOrder(trx, clerk, { orderId: id, lines: [{ position: 0, quantity: 1 }] }))

    const file: ManagedOrder = await readJson(`/admin/orders/${id}.json`)
    const { total } = file.money
    expect(file.order).toMatchObject({ id, status: 'processing', order_total: total })
    expect([file.edition, file.version]).toEqual([1, await findOrderVersion(connection().db, id)])
    expect(file.lines).toEqual([
      {
        line: 0,
        position: 0,
        sku: 'LAMP-1',
        discount: 0,
        tax: expect.any(Number),
        tax_exempt: false,
      },
    ])
    expect(file.price_steps[0]).toBe('Line 1: 2 × $50.00 = $100.00.')
    expect(file.price_steps.at(-1)).toBe(`Total: $${total.toFixed(2)}.`)
    expect(file.money).toMatchObject({
      state: 'partly_paid',
      received: 10,
      balance: total - 10,
      cleared_in_full: false,
      refundable: { total: 0, single_approver_limit: null, overpayment: 0, credit_notes: [] },
    })
    expect(
      file.ledger.map(({ entry, kind, change, balance, reference, created_by }) => [
        entry,
        kind,
        change,
        balance,
        reference,
        created_by,
      ]),
    ).toEqual([
      ['total', null, total, total, '', null],
      ['payment', 'received', -40, total - 40, '1077', 'clerk@example.com'],
      ['payment', 'received', -10, total - 50, '', 'clerk@example.com'],
      ['payment', 'correction', 40, total - 10, '', 'clerk@example.com'],
    ])
    expect(file.ledger[3]).toMatchObject({ bounced: true, corrects_id: check, reason: 'It bounced', clears_on: null })
    expect(file.fulfillment).toMatchObject({
      state: 'partly_packed',
      open_units: 1,
      open: [{ line: 0, quantity: 1 }],
      shipments: [{ state: 'packed', steps: [{ step: 'packed', by: 'clerk@example.com' }] }],
    })
    expect(file.due).toMatchObject({
      cancels_at: null,
      hold_reasons: [
        'a payment was received',
        'items are packed or handed over',
        'the customer says it’s paid',
        'a payment was reversed and the due date hasn’t been changed',
      ],
    })
    expect(file.claims).toMatchObject([{ method: 'check', note: 'On Friday', ended_at: null, outcome: null }])
    expect(file.mails.map(({ mail, state }) => [mail, state])).toContainEqual(['order_placed', 'queued'])
    expect(file.timeline[0]?.sentence).toBe('Order placed.')
    expect(file.history.map(({ action }) => action)).toEqual([
      'shipment.packed',
      'order.payment_claimed',
      'payment.bounced',
      'payment.booked',
      'payment.booked',
      'order.placed',
    ])
    expect((await (await signIn()).get('/admin/orders/2000000000.json')).statusCode).toBe(404)
  })

  it('lists overpayments, and checks that may still bounce, with the day on which they clear', async () => {
    const id = await placeOrder()
    const check = await book(id, 1_000_000, { reference: '2001' })
    const clearedId = await book(id, 100, { isCleared: true })
    const bounced = await book(id, 100)
    await run((trx) =>
      correctPayment(
        trx,
        clerk,
        { paymentId: bounced, reason: 'Bounced', bounced: true },
        createPaymentServices(jobs()),
      ),
    )
    const longAgo = addDays(shopDayOf(Date.now()), -300)
    const oldCheck = await book(id, 100, { valueDate: longAgo })
    const { data: overpaid } = await readJson('/admin/payments/overpaid.json')
    expect(overpaid).toContainEqual(
      expect.objectContaining({
        order_id: id,
        status: 'processing',
        refund_unknown: false,
        overpaid: expect.any(Number),
      }),
    )
    const { data: checks } = await readJson('/admin/payments/uncleared.json')
    const matching = checks.filter((one: { order_id: number }) => one.order_id === id)
    expect(matching).toMatchObject([{ payment_id: check, amount: 10_000, reference: '2001', status: 'processing' }])
    expect(Date.parse(matching[0].clears_on) - Date.parse(matching[0].value_date)).toBe(5 * 86_400_000)
    const file: ManagedOrder = await readJson(`/admin/orders/${id}.json`)
    const clears = new Map(file.ledger.map((entry) => [entry.id, entry.clears_on]))
    expect([clears.get(check), clears.get(oldCheck), clears.get(bounced)]).toEqual([
      matching[0].clears_on,
      addDays(longAgo, 5),
      null,
    ])
    expect(file.ledger.find((entry) => entry.id === clearedId)?.cleared_on).toBe(matching[0].value_date)
  })

  it('lists each order once across pages', async () => {
    const { db } = connection()
    for (const valueDay of [-1, -2, -1]) {
      const id = await placeOrder()
      await book(id, 1_000_000, { valueDate: addDays(shopDayOf(Date.now()), valueDay) })
    }
    const pageByOne = async <Row>(list: (after: number | undefined) => Promise<Row[]>, getId: (row: Row) => number) => {
      const rows: Row[] = []
      for (let page = await list(undefined); page.length > 0; page = await list(page.map(getId).at(-1)))
        rows.push(...page)
      return rows
    }
    const overpaid = await listOverpaid(db, { limit: 1000 })
    expect(overpaid.length).toBeGreaterThanOrEqual(3)
    expect(
      await pageByOne(
        (after) => listOverpaid(db, { after, limit: 1 }),
        ({ id }) => id,
      ),
    ).toEqual(overpaid)
    const checks = await listUnclearedChecks(db, 5, 'waiting', { limit: 1000 })
    expect(checks.length).toBeGreaterThanOrEqual(3)
    expect(
      await pageByOne(
        (after) => listUnclearedChecks(db, 5, 'waiting', { after, limit: 1 }),
        ({ payment_id }) => payment_id,
      ),
    ).toEqual(checks)
    expect((await readJson('/admin/payments/uncleared.json')).next).toBeNull()
  })
})
