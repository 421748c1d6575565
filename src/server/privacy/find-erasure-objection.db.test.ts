import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { refundPayment } from '#server/orders/payments/refund-payment.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, submit } from '#test/shop.ts'
import { approveAs, makeStaff, staffSession } from '#test/staff.ts'
import { eraseGuest } from './erase-personal-data.ts'

type Staff = Awaited<ReturnType<typeof makeStaff>>
const LIMIT = cents(2000)
const REASON = 'Asked by letter'

/** docs/decisions/0060: staff who paid money out must not erase the reasons. */
databaseTest('erasing a person who received a refund', (connection) => {
  const suite = appForSuite(connection)
  const createServices = () => createPaymentServices(suite().services.jobs, { refund_approval_above: LIMIT })
  const makeGuest = async (email: string): Promise<number> => {
    const { db } = connection()
    const { id } = await makeProduct(db, { priceCents: 5000 })
    const placed = await submit(db, suite().services.jobs, {
      cartOwner: await fillCart(db, [{ id, quantity: 1 }]),
      form: { ...deliveryForm, user_email: email },
      idempotencyKey: email,
    })
    if (!placed.ok) throw new Error(placed.refusal.code)
    const payment = { orderId: placed.orderId, amountCents: cents(20_000), method: 'cash' } as const
    await inTransaction(db, (trx) => bookPayment(trx, { kind: 'command_line' }, payment, createServices()))
    return placed.orderId
  }
  const refund = async (actor: Actor, orderId: number, amount: number) => {
    const input = {
      orderId,
      amountCents: cents(amount),
      of: 'overpayment',
      method: 'cash',
      reason: 'Wyxler’s',
    } as const
    const result = await inTransaction(connection().db, (trx) => refundPayment(trx, actor, input, createServices()))
    if (!result.ok) throw new Error(result.refusal.code)
    return result
  }
  const erase = async (staff: Staff, email: string) => {
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id))
    const { version } = (await browser.post('/admin/guests/preview', { email })).json()
    const body = { email, reason: REASON, expected_version: version, acknowledge_open: true }
    const response = await browser.post('/admin/guests/erase', body)
    const { code, detail } = response.json()
    return { status: response.statusCode, code, detail }
  }
  const readReasons = async (orderId: number) =>
    (
      await connection().pool.query(
        `select payments.reason, payload ->> 'reason' as logged from payments
           left join audit_entries on subject_kind = 'payment' and subject_id = payments.id::text
           left join audit_payloads on entry_id = audit_entries.id
          where order_id = $1 and kind = 'refunded'`,
        [orderId],
      )
    ).rows

  it('is refused to the staff who refunded it and allowed to others with the permission', async () => {
    const { db } = connection()
    const manager = await makeStaff(db, 'manager')
    const orderId = await makeGuest('one@example.com')
    await refund(manager.actor, orderId, 1000)
    const otherManager = await makeStaff(db, 'manager')
    expect(await erase(manager, 'one@example.com')).toMatchObject({
      status: 409,
      code: 'own_money',
      detail: expect.stringContaining('another manager or an owner'),
    })
    // A command in their name is refused, too.
    const commandLine = { kind: 'command_line', by: manager.email } as const
    expect(await inTransaction(db, (trx) => eraseGuest(trx, commandLine, 'one@example.com', REASON))).toEqual({
      ok: false,
      refusal: { code: 'own_money' },
    })
    expect(await readReasons(orderId)).toEqual([{ reason: 'Wyxler’s', logged: 'Wyxler’s' }])
    expect(await erase(otherManager, 'one@example.com')).toMatchObject({ status: 200 })
    expect(await readReasons(orderId)).toEqual([{ reason: 'erased', logged: null }])
  })

  it('is refused to the approver of a refund, and to everyone while an approval is pending', async () => {
    const { db } = connection()
    const [proposer, approver, third] = [
      await makeStaff(db, 'manager'),
      await makeStaff(db, 'owner'),
      await makeStaff(db, 'manager'),
    ]
    const orderId = await makeGuest('two@example.com')
    const proposed = await refund(proposer.actor, orderId, 10_000)
    if (proposed.passed) throw new Error('it was not proposed')
    const waits = { status: 409, code: 'approval_pending', detail: expect.stringContaining('is pending approval') }
    expect(await erase(third, 'two@example.com')).toMatchObject(waits)
    await approveAs(db, approver.actor, proposed.approvalId, suite().services.jobs)
    expect(await erase(third, 'two@example.com')).toMatchObject(waits)
    expect(await refund(proposer.actor, orderId, 10_000)).toMatchObject({ passed: true })
    for (const staff of [proposer, approver]) {
      expect(await erase(staff, 'two@example.com')).toMatchObject({ status: 409 })
    }
    expect(await erase(third, 'two@example.com')).toMatchObject({ status: 200 })
  })

  it('is allowed to the only person with the permission', async () => {
    const { db, pool } = connection()
    const owner = await makeStaff(db, 'owner')
    await refund(owner.actor, await makeGuest('three@example.com'), 1000)
    await pool.query('update staff set active = false where id <> $1', [owner.id])
    expect(await erase(owner, 'three@example.com')).toMatchObject({ status: 200 })
  })
})
