import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import { skipMonths } from '#server/compensation/close/skip-months.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import { waitForBlocked } from '#test/wait.ts'
import { sumReady } from './find-totals.ts'
import { payMonth } from './pay-month.ts'
import { payMonthByStaff } from './pay-month-by-staff.ts'
import { savePayoutMethod } from './save-payout-method.ts'

const march = month('2026-03')

databaseTest('the payout list of a month', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const queryRows = async (text: string) => (await connection().pool.query(text)).rows
  const total = async () => cents((await sumReady(connection().db, march)).totalCents)
  const chooseOtherMethod = (userId: UserId, phoneNumber: string) =>
    inTransaction(connection().db, (trx) =>
      savePayoutMethod(trx, userId, { kind: 'quickpay', phoneNumber, addressId: undefined }, { jobs: jobs() }),
    )
  /** Simulates that the three days have passed. */
  const waitThreeDays = () =>
    connection().pool.query(`
      alter table payout_methods disable trigger payout_methods_append_only;
      update payout_methods set set_at = set_at - interval '4 days', on_hold_until = on_hold_until - interval '4 days';
      alter table payout_methods enable trigger payout_methods_append_only`)

  it('is approved with every destination: a changed destination needs a new approval', async () => {
    const { db } = connection()
    await createExample(connection(), 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, march, Date.now()))
    await closeWithDefaults(connection(), march, { now: Date.parse('2026-04-06T04:00:00Z') })
    await setPayoutMethods(connection())
    const [owner, manager] = [await makeStaff(db, 'owner'), await makeStaff(db, 'manager')]
    const pay = async (byApproval: boolean, totalCents: Cents) => {
      const request = { month: march, totalCents, reason: 'Sent.', byApproval }
      const paid = await inTransaction(db, (trx) => payMonthByStaff(trx, owner.actor, request, { jobs: jobs() }))
      if (!paid.ok || paid.passed) throw new Error('it was not proposed')
      return paid
    }
    const [{ member_id: payee }] = await queryRows('select min(member_id) as member_id from payouts')
    const approved = await pay(false, await total())
    expect(await approveAs(db, manager.actor, approved.approvalId, jobs())).toMatchObject({ state: 'approved' })
    await chooseOtherMethod(payee, '2015550177')
    await waitThreeDays()
    const secondPayment = await pay(true, await total())
    expect(secondPayment.voided).toBe(true)

    await chooseOtherMethod(payee, '2015550188')
    await waitThreeDays()
    expect(await approveAs(db, manager.actor, secondPayment.approvalId, jobs())).toMatchObject({
      refusal: { code: 'approval_outdated' },
    })
    expect(await queryRows('select paid_at from months where closed_at is not null and not closed_externally')).toEqual(
      [{ paid_at: null }],
    )
  })

  it.runIf(engine === 'postgres')(
    'is exactly what is booked, even if a payee chooses another method at that moment',
    async () => {
      const { db, pool } = connection()
      const [{ member_id: payee }] = await queryRows('select max(member_id) as member_id from payouts')
      const listed = await total()
      const client = await pool.connect()
      try {
        // The payouts that can be sent are summed up at this point, but not booked yet.
        await client.query('begin; lock table payout_totals in access exclusive mode')
        const paying = inTransaction(db, (trx) => payMonth(trx, { month: march, totalCents: listed, by: 'test' }))
        await waitForBlocked(pool)
        await chooseOtherMethod(payee, '2015550199')
        await client.query('commit')
        expect(await paying).toEqual({ ok: false, refusal: { code: 'total_mismatch', totalCents: await total() } })
      } finally {
        client.release()
      }
      expect(await queryRows(`select from payout_entries where kind = 'paid'`)).toEqual([])
      expect((await verifyShop(db, tmpdir())).findings).toEqual([])
    },
  )
})
