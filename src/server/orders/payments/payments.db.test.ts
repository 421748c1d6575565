import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { addDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import type { StaffChange } from '#domain/orders/status.ts'
import { listPoints } from '#server/compensation/points/list-points.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { findOrderVersion } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { countStock } from '#test/stock.ts'
import { bookPayment, type NewPayment } from './book-payment.ts'
import { clearCheck } from './clear-check.ts'
import { completeIfDue } from './complete-order.ts'
import { correctPayment } from './correct-payment.ts'
import { findLedger, listOverpaid } from './read-ledger.ts'
import { refundPayment } from './refund-payment.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }
const PRICE = 5000

databaseTest('the payment ledger', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const shop = () => createPaymentServices(jobs())
  const rows = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows

  /** Two items at $50.00, picked up: $100.00 in total. */
  async function placeOrder(overrides: { stock?: number; userId?: UserId } = {}) {
    const { db } = connection()
    const { stock = null, userId } = overrides
    const product = await makeProduct(db, { stock, pv: 10, priceCents: PRICE })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 2 }])
    const placement = await submit(db, jobs(), { userId, creditedUserId: userId, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return { id: placement.orderId, productId: product.id }
  }
  const runInTransaction = inTransaction
  const book = (orderId: number, amount: number, overrides: Partial<NewPayment> = {}) =>
    runInTransaction(connection().db, (trx) =>
      bookPayment(trx, clerk, { orderId, amountCents: cents(amount), method: 'quickpay', ...overrides }, shop()),
    )
  const bookAndGetId = async (...overrides: Parameters<typeof book>) => {
    const outcomes = await book(...overrides)
    if (!outcomes.ok) throw new Error(outcomes.refusal.code)
    return outcomes.paymentId
  }
  const correct = (paymentId: number, overrides: { reason?: string; bounced?: boolean } = {}) =>
    runInTransaction(connection().db, (trx) =>
      correctPayment(trx, clerk, { paymentId, reason: 'The bank did not honor it.', ...overrides }, shop()),
    )
  const refund = (orderId: number, amount: number, target: { creditNoteId: number } | 'overpayment' = 'overpayment') =>
    runInTransaction(connection().db, (trx) =>
      refundPayment(
        trx,
        clerk,
        { orderId, amountCents: cents(amount), of: target, method: 'quickpay', reason: 'Paid too much' },
        shop(),
      ),
    )
  const change = (id: number, staffChange: StaffChange, clearing?: 'now') =>
    runInTransaction(connection().db, (trx) =>
      changeOrder(trx, { id, change: staffChange, actor: clerk, clearing }, shop()),
    )
  const reinstate = (id: number) =>
    runInTransaction(connection().db, (trx) => reinstateOrder(trx, clerk, { id, reason: 'The money came.' }, shop()))
  const order = async (id: number) => {
    const [row] = await rows('select status, payment_state, paid_at is not null as paid from orders where id = $1', [
      id,
    ])
    return [row.status, row.payment_state, row.paid]
  }
  const balance = async (id: number) => (await findPresentedOrder(connection().db, id))?.balance
  const notes = (id: number) =>
    rows('select id, kind, number, amount_cents from credit_notes where order_id = $1 order by id', [id])
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings
  const readMails = async (id: number) =>
    (
      await rows(
        `select data ->> 'mail' as mail from pgboss.job where (data ->> 'order_id')::int = $1 and data ->> 'mail' not in
           ('order_placed', 'order_received') order by created_on, 1`,
        [id],
      )
    ).map(({ mail }) => mail)

  it('shows the customer every entry, and the entries add up to the balance', async () => {
    const { id } = await placeOrder()
    const check = await bookAndGetId(id, 4000, { method: 'check' })
    await bookAndGetId(id, 2000)
    await correct(check, { bounced: true })
    await change(id, 'canceled')
    const presented = await findPresentedOrder(connection().db, id)
    expect(presented?.ledger.map(({ kind, method, change: amountChange }) => [kind, method, amountChange])).toEqual([
      ['received', 'check', -40],
      ['received', 'quickpay', -20],
      ['bounced_check', 'check', 40],
      ['cancellation', null, -100],
    ])
    expect(presented?.ledger.reduce((sum, entry) => sum + entry.change, presented.order_total)).toBe(presented?.balance)
    expect(presented?.events.map(({ event }) => event)).toEqual(['canceled'])
  })

  it('dates an order as paid on the value date of the payment that reached its total, not on the booking date', async () => {
    const { id } = await placeOrder()
    await rows(
      `update orders set created_at = created_at - interval '10 days', due_on = null, payment_days = null where id = $1`,
      [id],
    )
    const daysAgo = (days: number) => addDays(shopDayOf(Date.now()), -days)
    const paidOn = async () => (await findPresentedOrder(connection().db, id))?.payment.paid_on
    await correct(await bookAndGetId(id, 10_000, { method: 'check', valueDate: daysAgo(6) }), { bounced: true })
    await bookAndGetId(id, 6000, { valueDate: daysAgo(3) })
    expect(await paidOn()).toBeNull()
    await bookAndGetId(id, 4000, { valueDate: daysAgo(4) })
    await bookAndGetId(id, 500, { valueDate: daysAgo(1) })
    expect(await paidOn()).toBe(daysAgo(3))
  })

  it('takes partial payments and emails the customer about each', async () => {
    const { id } = await placeOrder()
    expect([await order(id), await balance(id)]).toEqual([['processing', 'unpaid', false], 100])
    expect(await book(id, 4000)).toMatchObject({ ok: true, balanceCents: 6000 })
    expect([await order(id), await balance(id), await readMails(id)]).toEqual([
      ['processing', 'partly_paid', false],
      60,
      ['order_partly_paid'],
    ])
    expect(await change(id, 'completed')).toEqual({ ok: false, refusal: { code: 'not_paid' } })
    await bookAndGetId(id, 6000, { reference: '1077' })
    expect([await order(id), await readMails(id)]).toEqual([
      ['processing', 'paid', true],
      ['order_partly_paid', 'order_paid'],
    ])
    expect(await change(id, 'paid')).toEqual({ ok: false, refusal: { code: 'already_paid' } })
    const entries = await rows(
      `select action, payload -> 'after' ->> 'balance_cents' as balance, actor_name as by
         from audit_entries join audit_payloads on entry_id = id
        where action like 'payment.%' and (payload -> 'after' ->> 'order')::int = $1 order by id`,
      [id],
    )
    expect(entries).toEqual([
      { action: 'payment.booked', balance: '6000', by: 'clerk@example.com' },
      { action: 'payment.booked', balance: '0', by: 'clerk@example.com' },
    ])
    expect(await findings()).toEqual([])
  })

  it('audits placing an order as an action of the customer', async () => {
    const { id: userId } = await makeUser(connection().db)
    const { id } = await placeOrder({ userId })
    expect(
      await rows(
        `select actor_kind, actor_id, action from audit_entries where subject_kind = 'order' and subject_id = $1`,
        [String(id)],
      ),
    ).toEqual([{ actor_kind: 'customer', actor_id: userId, action: 'order.placed' }])
  })

  it('refuses unknown orders, zero amounts and future value dates', async () => {
    const { id } = await placeOrder()
    expect(await book(2_000_000_000, 100)).toEqual({ ok: false, refusal: { code: 'not_found' } })
    expect(await book(id, 0)).toEqual({ ok: false, refusal: { code: 'amount_not_positive' } })
    expect(await book(id, 100, { valueDate: '9998-01-01' })).toMatchObject({
      refusal: { code: 'date_in_future' },
    })
    expect(await correct(2_000_000_000)).toEqual({ ok: false, refusal: { code: 'not_found' } })
    const paymentId = await bookAndGetId(id, 100)
    expect(await correct(paymentId, { reason: ' ' })).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    expect(await correct(paymentId, { bounced: true })).toEqual({
      ok: false,
      refusal: { code: 'not_a_received_check' },
    })
  })

  it('reports a repeated submit and a second clerk instead of booking again', async () => {
    const { id } = await placeOrder()
    const expected = { expectedVersion: await findOrderVersion(connection().db, id) }
    await bookAndGetId(id, 10_000, expected)
    expect(await book(id, 10_000, expected)).toEqual({ ok: false, refusal: { code: 'stale' } })
    expect(await balance(id)).toBe(0)
  })

  it('corrects a mistake exactly once, with a reason', async () => {
    const { id } = await placeOrder()
    const paymentId = await bookAndGetId(id, 10_000)
    expect(await correct(paymentId)).toMatchObject({ ok: true, balanceCents: 10_000 })
    expect([await order(id), await readMails(id)]).toEqual([
      ['processing', 'unpaid', false],
      ['order_paid', 'order_unpaid'],
    ])
    expect(await correct(paymentId)).toEqual({ ok: false, refusal: { code: 'already_corrected' } })
    const correction = (await findLedger(connection().db, id))?.ledger.payments.at(-1)
    expect(await correct(correction?.id ?? 0)).toEqual({ ok: false, refusal: { code: 'is_correction' } })
    expect(await findings()).toEqual([])
  })

  it('never changes or removes entries, not even by SQL', async () => {
    const { id } = await placeOrder()
    await bookAndGetId(id, 10_000, { method: 'check', isCleared: true })
    await change(id, 'canceled')
    for (const table of ['payments', 'payment_clearances', 'credit_notes']) {
      await expect(connection().pool.query(`delete from ${table}`)).rejects.toThrow('append-only')
      await expect(connection().pool.query(`update ${table} set made_by = 'nobody'`)).rejects.toThrow('append-only')
    }
    const refundSql = (amount: number) =>
      connection().pool.query(
        `insert into payments (order_id, kind, method, amount_cents, value_date, credit_note_id, made_by)
         select order_id, 'refunded', 'cash', $2, now()::date, id, 'attacker' from credit_notes where order_id = $1`,
        [id, amount],
      )
    await expect(refundSql(10_001)).rejects.toThrow('the refund exceeds')
  })

  it('completes an order paid by check when the hold has passed or when a person clears the check', async () => {
    const first = await placeOrder()
    const check = await bookAndGetId(first.id, 10_000, { method: 'check' })
    expect(await order(first.id)).toEqual(['processing', 'paid', true])
    expect(await change(first.id, 'completed')).toEqual({ ok: false, refusal: { code: 'not_cleared' } })
    const clear = () => runInTransaction(connection().db, (trx) => clearCheck(trx, clerk, { paymentId: check }, shop()))
    expect(await clear()).toEqual({ ok: true, orderId: first.id })
    expect(await clear()).toMatchObject({ refusal: { code: 'already_cleared' } })
    expect(await change(first.id, 'completed')).toEqual({ ok: true })

    const heldOrder = await placeOrder()
    await bookAndGetId(heldOrder.id, 10_000, { method: 'check', valueDate: addDays(shopDayOf(Date.now()), -300) })
    expect(await change(heldOrder.id, 'completed')).toEqual({ ok: true })

    const cleared = await placeOrder()
    await bookAndGetId(cleared.id, 10_000, { method: 'check' })
    expect(await change(cleared.id, 'completed', 'now')).toEqual({ ok: true })
    expect(
      await rows('select 1 from payment_clearances join payments on id = payment_id where order_id = $1', [cleared.id]),
    ).toHaveLength(1)
    expect(await findings()).toEqual([])
  })

  it('reopens a completed order when its check bounces, reverses its volume, and counts it again on completion', async () => {
    const { id: userId } = await makeUser(connection().db)
    const { id, productId } = await placeOrder({ userId, stock: 5 })
    const check = await bookAndGetId(id, 10_000, { method: 'check', isCleared: true })
    await change(id, 'completed')
    expect(await correct(check, { bounced: true })).toMatchObject({ ok: true, balanceCents: 10_000 })
    expect(await order(id)).toEqual(['processing', 'unpaid', false])
    expect(await rows('select stock from products where id = $1', [productId])).toEqual([{ stock: 3 }])
    expect(await change(id, 'completed')).toEqual({ ok: false, refusal: { code: 'not_paid' } })
    expect(await findings()).toEqual([])

    await bookAndGetId(id, 10_000)
    expect(await change(id, 'completed')).toEqual({ ok: true })
    const countedRows = await rows(
      'select order_no, occurrence, remaining_pv from counted_orders where order_id = $1 order by id',
      [id],
    )
    expect(countedRows).toEqual([
      { order_no: String(id), occurrence: 1, remaining_pv: 0 },
      { order_no: `${id}-2`, occurrence: 2, remaining_pv: 20 },
    ])
    const { data, total } = await listPoints(connection().db, userId, 0)
    expect([total, data.map(({ points, description }) => [points, description])]).toEqual([
      20,
      [
        [20, `Order #${id}-2`],
        [-20, `Order #${id} payment taken back`],
        [20, `Order #${id}`],
      ],
    ])
    expect(await readMails(id)).toEqual([
      'order_paid',
      'order_completed',
      'order_reopened',
      'order_paid',
      'order_completed',
    ])
    expect(await findings()).toEqual([])

    // Canceling then reverses the second count, and the goods are returned once.
    await change(id, 'canceled')
    expect((await listPoints(connection().db, userId, 0)).total).toBe(0)
    expect(await rows('select stock from products where id = $1', [productId])).toEqual([{ stock: 5 }])
    expect(await findings()).toEqual([])
  })

  it('credits a canceled unpaid order without a number, and treats a late payment as an overpayment', async () => {
    const { id } = await placeOrder()
    await change(id, 'canceled')
    expect(await notes(id)).toMatchObject([{ kind: 'cancellation', number: null, amount_cents: 10_000 }])
    expect([await order(id), await balance(id)]).toEqual([['canceled', 'unpaid', false], 0])
    await bookAndGetId(id, 10_000)
    expect([await order(id), await balance(id)]).toEqual([['canceled', 'overpaid', false], -100])
    expect(await listOverpaid(connection().db, { limit: 1000 })).toContainEqual(
      expect.objectContaining({ id, overpaidCents: 10_000, refund_unknown: false }),
    )
    expect(await refund(id, 10_001)).toEqual({
      ok: false,
      refusal: { code: 'more_than_refundable', refundableCents: 10_000 },
    })
    expect(await refund(id, 10_000)).toMatchObject({ ok: true, balanceCents: 0 })
    expect(await order(id)).toEqual(['canceled', 'refunded', false])
    expect(await refund(id, 1)).toMatchObject({ ok: false, refusal: { code: 'more_than_refundable' } })
    expect(await findings()).toEqual([])
  })

  it('takes a credit note number when a paid order is canceled, and the refund belongs to it', async () => {
    const { id } = await placeOrder()
    await bookAndGetId(id, 4000)
    await change(id, 'canceled')
    const [note] = await notes(id)
    expect(note).toMatchObject({ kind: 'cancellation', number: expect.any(Number), amount_cents: 10_000 })
    expect(await refund(id, 4000)).toMatchObject({ refusal: { code: 'more_than_refundable', refundableCents: 0 } })
    expect(await refund(id, 4001, { creditNoteId: note.id })).toMatchObject({ refusal: { refundableCents: 4000 } })
    expect(await refund(id, 4000, { creditNoteId: note.id })).toMatchObject({ ok: true, balanceCents: 0 })
    expect(await refund(id, 1, { creditNoteId: 2_000_000_000 })).toMatchObject({
      refusal: { code: 'credit_note_not_found' },
    })
    expect(await order(id)).toEqual(['canceled', 'refunded', false])
    expect(await reinstate(id)).toEqual({ ok: false, refusal: { code: 'is_credited' } })
    expect(await findings()).toEqual([])
  })

  it('reinstates a canceled order when its payment arrives late, if it never counted and the goods are in stock', async () => {
    const { id, productId } = await placeOrder({ stock: 3 })
    expect(await reinstate(id)).toEqual({ ok: false, refusal: { code: 'not_possible', from: 'processing' } })
    await change(id, 'canceled')
    await bookAndGetId(id, 10_000)
    await connection().pool.query(countStock(productId, 1))
    expect(await reinstate(id)).toMatchObject({ ok: false, refusal: { code: 'not_available' } })
    await connection().pool.query(countStock(productId, 3))
    expect(await reinstate(id)).toEqual({ ok: true })
    expect(await rows('select stock from products where id = $1', [productId])).toEqual([{ stock: 1 }])
    expect([await order(id), await balance(id)]).toEqual([['processing', 'paid', true], 0])
    expect(await reinstate(id)).toEqual({ ok: false, refusal: { code: 'not_possible', from: 'processing' } })
    expect((await notes(id)).map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
      ['cancellation', 10_000],
      ['reinstatement', -10_000],
    ])
    expect(await findings()).toEqual([])
    // It can be canceled again, this time with a payment.
    await change(id, 'completed')
    await change(id, 'canceled')
    expect(await notes(id)).toMatchObject([{}, {}, { kind: 'cancellation', number: expect.any(Number) }])
    expect(await reinstate(id)).toEqual({ ok: false, refusal: { code: 'has_counted' } })
    expect(await findings()).toEqual([])
  })

  it('applies a changed tolerance from the next payment on', async () => {
    const tolerantServices = createPaymentServices(jobs(), { payment_tolerance: cents(100) })
    const { id } = await placeOrder()
    await runInTransaction(connection().db, (trx) =>
      bookPayment(trx, clerk, { orderId: id, amountCents: cents(9900), method: 'cash' }, tolerantServices),
    )
    expect([await order(id), await balance(id)]).toEqual([['processing', 'paid', true], 1])
    expect(await change(id, 'completed')).toEqual({ ok: true })
    expect(await findings()).toEqual([])
  })

  it('keeps an order paid within a tolerance when more money arrives without one', async () => {
    const tolerantServices = createPaymentServices(jobs(), { payment_tolerance: cents(100) })
    for (const stage of ['processing', 'completed'] as const) {
      const { id } = await placeOrder()
      await runInTransaction(connection().db, (trx) =>
        bookPayment(trx, clerk, { orderId: id, amountCents: cents(9900), method: 'cash' }, tolerantServices),
      )
      if (stage === 'completed') expect(await change(id, 'completed')).toEqual({ ok: true })
      expect(await book(id, 40)).toMatchObject({ ok: true, balanceCents: 60 })
      expect(await order(id)).toEqual([stage, 'paid', true])
    }
    expect(await findings()).toEqual([])
  })

  it('keeps an order paid within a tolerance when a later payment without one is reversed', async () => {
    const tolerantServices = createPaymentServices(jobs(), { payment_tolerance: cents(100) })
    const { id } = await placeOrder()
    await runInTransaction(connection().db, (trx) =>
      bookPayment(trx, clerk, { orderId: id, amountCents: cents(9900), method: 'cash' }, tolerantServices),
    )
    expect(await change(id, 'completed')).toEqual({ ok: true })
    const mistakenId = await bookAndGetId(id, 400)
    expect(await correct(mistakenId)).toMatchObject({ ok: true, balanceCents: 100 })
    expect(await order(id)).toEqual(['completed', 'paid', true])
    expect(await findings()).toEqual([])
  })

  it('completes nothing automatically before handover or while the setting is off', async () => {
    const { id } = await placeOrder()
    await bookAndGetId(id, 10_000)
    const due = (values: Parameters<typeof createPaymentServices>[1]) =>
      runInTransaction(connection().db, (trx) => completeIfDue(trx, id, clerk, createPaymentServices(jobs(), values)))
    expect(await due({})).toBe(false)
    expect(await due({ complete_automatically: true })).toBe(false)
    expect(await order(id)).toEqual(['processing', 'paid', true])
  })

  it('verify reports a status, a number and a sum that do not match the entries', async () => {
    const { id } = await placeOrder()
    await bookAndGetId(id, 10_000)
    const { pool } = connection()
    await pool.query(`update orders set payment_state = 'unpaid' where id = $1`, [id])
    expect(await findings()).toEqual([`Order ${id} says that it is unpaid, its ledger that it is paid.`])
    await pool.query(`update orders set payment_state = 'paid', paid_at = null where id = $1`, [id])
    expect(await findings()).toEqual([`Order ${id} says that it is not paid, its ledger disagrees.`])
    await pool.query('update orders set paid_at = now() where id = $1', [id])
    await pool.query('update credit_note_numbers set last_number = last_number + 1')
    expect(await findings()).toEqual([
      expect.stringMatching(/^Credit notes have \d+ numbers up to \d+, the counter says/),
    ])
    await pool.query('update credit_note_numbers set last_number = last_number - 1')
    expect(await findings()).toEqual([])
  })

  // On the embedded engine's single connection they would only queue.
  const itOnPostgres = it.runIf(engine === 'postgres')
  const MANY = 50

  itOnPostgres('books one of many concurrent refunds of an overpayment', async () => {
    const { id } = await placeOrder()
    await bookAndGetId(id, 12_000)
    const outcomes = await Promise.all(Array.from({ length: MANY }, () => refund(id, 2000)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toEqual({
      ok: false,
      refusal: { code: 'more_than_refundable', refundableCents: 0 },
    })
    expect(await balance(id)).toBe(0)
  })

  itOnPostgres('numbers many concurrent cancellations of paid orders without a gap', async () => {
    const ids: number[] = []
    for (let i = 0; i < MANY / 2; i++) {
      const { id } = await placeOrder()
      await bookAndGetId(id, 10_000)
      ids.push(id)
    }
    // Each order twice: the second clerk is refused.
    const outcomes = await Promise.all([...ids, ...ids].map((id) => change(id, 'canceled')))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MANY / 2)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'not_possible', from: 'canceled' } })
    expect(await findings()).toEqual([])
  })

  itOnPostgres(
    'leaves an order that is completed and canceled many times at once canceled and not counted',
    async () => {
      const { id: userId } = await makeUser(connection().db)
      const { id } = await placeOrder({ userId })
      await bookAndGetId(id, 10_000)
      const outcomes = await Promise.all(
        Array.from({ length: MANY }, (_, i) => change(id, i % 2 === 0 ? 'completed' : 'canceled')),
      )
      expect(outcomes.filter(({ ok }) => ok).length).toBeLessThanOrEqual(2)
      expect([(await order(id))[0], (await listPoints(connection().db, userId, 0)).total]).toEqual(['canceled', 0])
      expect(await notes(id)).toHaveLength(1)
      expect(await findings()).toEqual([])
    },
  )

  itOnPostgres('corrects a bounced check once, however many corrections run at once', async () => {
    const { id } = await placeOrder()
    const check = await bookAndGetId(id, 10_000, { method: 'check', isCleared: true })
    await change(id, 'completed')
    const outcomes = await Promise.all(Array.from({ length: MANY }, () => correct(check, { bounced: true })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect([await order(id), await balance(id)]).toEqual([['processing', 'unpaid', false], 100])
    expect(await findings()).toEqual([])
  })
})
