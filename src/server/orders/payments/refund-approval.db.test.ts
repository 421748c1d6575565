import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import { bookPayment } from './book-payment.ts'
import { correctPayment } from './correct-payment.ts'
import { refundPayment } from './refund-payment.ts'

const LIMIT = cents(10_000)

databaseTest('a refund with two approvers', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const shop = () => createPaymentServices(jobs(), { refund_approval_above: LIMIT })
  const cli = (by?: string): Actor => ({ kind: 'command_line', by })

  /** Places an order that is overpaid by this amount. */
  async function overpaid(amount: number): Promise<number> {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 5000 })
    const placement = await submit(db, jobs(), { cartOwner: await fillCart(db, [{ id: product.id, quantity: 1 }]) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const { orderId } = placement
    const payment = { orderId, amountCents: cents(5000 + amount), method: 'quickpay', isConfirmed: true } as const
    const result = await inTransaction(db, (trx) => bookPayment(trx, cli(), payment, shop()))
    if (!result.ok) throw new Error(result.refusal.code)
    return orderId
  }
  const refund = (actor: Actor, orderId: number, amount: number, reason = 'Paid too much') =>
    inTransaction(connection().db, (trx) =>
      refundPayment(
        trx,
        actor,
        { orderId, amountCents: cents(amount), of: 'overpayment', method: 'quickpay', reason },
        shop(),
      ),
    )

  it('is booked by one person up to the limit; parts that exceed it together need a second approver', async () => {
    const { db } = connection()
    const before = await overpaid(50_000)
    expect(await refund(cli(), before, 50_000), 'no approvers').toMatchObject({ passed: true })
    const [owner, manager, clerk] = [
      await makeStaff(db, 'owner'),
      await makeStaff(db, 'manager'),
      await makeStaff(db, 'clerk'),
    ]
    const id = await overpaid(30_000)
    expect(await refund(cli(), id, 10_000)).toMatchObject({ ok: true, passed: true })
    expect(await refund(cli(), id, 1)).toEqual({ ok: false, refusal: { code: 'proposer_required' } })
    expect(await refund(cli(clerk.email), id, 1)).toEqual({ ok: false, refusal: { code: 'not_permitted' } })
    const first = await refund(manager.actor, id, 5000)
    if (!first.ok || first.passed) throw new Error('it was not proposed')
    expect(await approveAs(db, manager.actor, first.approvalId, jobs())).toMatchObject({
      refusal: { code: 'own_proposal' },
    })
    expect(await approveAs(db, owner.actor, first.approvalId, jobs())).toEqual({ ok: true, state: 'approved' })

    // The approval does not cover a different amount.
    const other = await refund(manager.actor, id, 20_000)
    if (!other.ok || other.passed) throw new Error('it was not proposed')
    expect(other.voided).toBe(true)
    expect(await approveAs(db, owner.actor, other.approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    const repetitions = engine === 'postgres' ? 50 : 2
    const outcomes = await Promise.all(Array.from({ length: repetitions }, () => refund(manager.actor, id, 20_000)))
    expect(outcomes.filter((one) => one.ok && one.passed)).toHaveLength(1)
    expect(outcomes.filter((one) => !one.ok && one.refusal.code === 'more_than_refundable')).toHaveLength(
      repetitions - 1,
    )
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
  })

  it('is approved for the current ledger and the given reason', async () => {
    const { db, pool } = connection()
    const [owner, manager] = [await makeStaff(db, 'owner'), await makeStaff(db, 'manager')]
    const id = await overpaid(30_000)
    const proposeRefund = async (reason?: string) => {
      const result = await refund(manager.actor, id, 20_000, reason)
      if (!result.ok || result.passed) throw new Error('it was not proposed')
      return result
    }
    const { approvalId } = await proposeRefund()
    const { rows } = await pool.query(`select id from payments where order_id = $1 and kind = 'received'`, [id])
    const correction = { paymentId: rows[0].id, reason: 'Belongs to another order' }
    expect((await inTransaction(db, (trx) => correctPayment(trx, manager.actor, correction, shop()))).ok).toBe(true)
    const pay = (amount: number) =>
      inTransaction(db, (trx) =>
        bookPayment(
          trx,
          manager.actor,
          { orderId: id, amountCents: cents(amount), method: 'cash', isConfirmed: true },
          shop(),
        ),
      )
    expect(await approveAs(db, owner.actor, approvalId, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_outdated' },
    })
    // An identical refund with a changed ledger.
    await pay(35_000)
    const other = await proposeRefund()
    expect(other.voided).toBe(true)
    expect(await approveAs(db, owner.actor, other.approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    expect(await proposeRefund('My own account')).toMatchObject({ voided: true })
    const repeated = await proposeRefund()
    expect(await approveAs(db, owner.actor, repeated.approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    await pay(100)
    const last = await proposeRefund()
    expect(last.voided).toBe(true)
    expect(await approveAs(db, owner.actor, last.approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    expect(await refund(manager.actor, id, 20_000)).toMatchObject({ ok: true, passed: true })
    const auditRows = await pool.query(
      `select payload -> 'after' ->> 'approved_by' as by from audit_entries join audit_payloads on entry_id = id
        where action = 'payment.refunded' order by id desc limit 1`,
    )
    expect(auditRows.rows).toEqual([{ by: owner.email }])
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
  })

  it('needs a second approver after a corrected refund, too', async () => {
    const { db } = connection()
    const [owner, manager] = [await makeStaff(db, 'owner'), await makeStaff(db, 'manager')]
    const id = await overpaid(9000)
    const first = await refund(manager.actor, id, 9000)
    if (!first.ok || !first.passed) throw new Error('it was not booked')
    const correctionResult = await inTransaction(db, (trx) =>
      correctPayment(
        trx,
        manager.actor,
        { paymentId: first.paymentId, reason: 'It never went out', mayUndoRefunds: true },
        shop(),
      ),
    )
    expect(correctionResult).toMatchObject({ ok: true, balanceCents: -9000 })

    const repeated = await refund(manager.actor, id, 9000)
    if (!repeated.ok || repeated.passed) throw new Error('it was not proposed')
    expect(await approveAs(db, owner.actor, repeated.approvalId, jobs())).toEqual({ ok: true, state: 'approved' })
    expect(await refund(manager.actor, id, 9000)).toMatchObject({ ok: true, passed: true, balanceCents: 0 })
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
  })
})
