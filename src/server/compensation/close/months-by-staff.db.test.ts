import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { payMonthByStaff } from '#server/compensation/payouts/pay-month-by-staff.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { createExample } from '#test/example-shop.ts'
import { setPayoutMethods } from '#test/payouts.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import { closeMonthByStaff } from './close-month-by-staff.ts'
import { skipMonths } from './skip-months.ts'

const march = month('2026-03')

databaseTest('months that two people close and pay', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const queryRows = async (text: string) => (await connection().pool.query(text)).rows
  const cli = (email?: string): Actor => ({ kind: 'command_line', by: email })
  const close = (actor: Actor, reason?: string) =>
    closeMonthByStaff(connection(), actor, {
      month: march,
      settlingDays: 5,
      minimumPayoutCents: cents(2500),
      now: Date.parse('2026-04-06T04:00:00Z'),
      reason,
    })
  const pay = (actor: Actor, total: number, reason?: string) =>
    inTransaction(connection().db, (trx) =>
      payMonthByStaff(trx, actor, { month: march, totalCents: cents(total), reason }, { jobs: jobs() }),
    )
  const getApprovalId = (result: Awaited<ReturnType<typeof close>> | Awaited<ReturnType<typeof pay>>) => {
    if (!result.ok || result.passed) throw new Error('it was not proposed')
    return result.approvalId
  }
  const isOpen = async () =>
    (
      await queryRows(`select closed_at is null and closing_token is null as open from months where month = '2026-03'`)
    )[0]?.open
  const countLeftovers = async () =>
    (
      await queryRows(`select (select count(*) from cards where month = '2026-03') +
      (select count(*) from bonus_lines where month = '2026-03') as n`)
    )[0]?.n

  it('a month is closed as approved, and proposed again if an order was canceled since', async () => {
    const { db } = connection()
    await createExample(connection(), 'example-1')
    await inTransaction(db, (trx) => skipMonths(trx, march, Date.now()))
    const owner = await makeStaff(db, 'owner')
    const manager = await makeStaff(db, 'manager')

    expect(await close(cli(), 'It is over.')).toEqual({ ok: false, refusal: { code: 'proposer_required' } })
    expect(await close(cli(owner.email))).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    expect(await close(cli(manager.email), 'It is over.')).toEqual({ ok: false, refusal: { code: 'not_permitted' } })
    expect([await isOpen(), await countLeftovers()]).toEqual([true, 0])

    const first = getApprovalId(await close(cli(owner.email), 'It is over.'))
    expect(await close(cli(owner.email), 'It is over.')).toEqual({
      ok: true,
      passed: false,
      approvalId: first,
      voided: false,
    })
    expect([await isOpen(), await countLeftovers()]).toEqual([true, 0])
    expect(await approveAs(db, owner.actor, first, jobs())).toEqual({ ok: true, state: 'proposed' })
    expect(await approveAs(db, manager.actor, first, jobs())).toEqual({ ok: true, state: 'approved' })

    await inTransaction(db, (trx) =>
      reverseVolume(trx, {
        order: { orderNo: 'O3' },
        reversal: { kind: 'cancellation' },
        returnedAt: new Date('2026-03-31T12:00:00Z'),
      }),
    )
    const secondClose = await close(cli(owner.email), 'It is over.')
    expect(secondClose).toMatchObject({ ok: true, passed: false, voided: true })
    expect(await queryRows('select state from approvals order by id')).toEqual([
      { state: 'void' },
      { state: 'proposed' },
    ])
    expect([await isOpen(), await countLeftovers()]).toEqual([true, 0])

    expect(await approveAs(db, owner.actor, getApprovalId(secondClose), jobs())).toMatchObject({ state: 'proposed' })
    expect(await approveAs(db, manager.actor, getApprovalId(secondClose), jobs())).toMatchObject({ state: 'approved' })
    expect(await close(cli(owner.email), 'It is over.')).toMatchObject({ ok: true, passed: true })
    expect(
      await queryRows(`select closed_by, inputs_hash = decode((select preview::jsonb ->> 'hash of the inputs' from approvals
      where state = 'done'), 'hex') as same from months where month = '2026-03'`),
    ).toEqual([{ closed_by: owner.email, same: true }])
    expect(await close(cli(owner.email), 'Once more.')).toEqual({
      ok: false,
      refusal: { code: 'month_already_closed' },
    })
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
  })

  it('a month is paid once, after another person has approved the total', async () => {
    const { db } = connection()
    await setPayoutMethods(connection())
    const [owner] = await queryRows(`select id, email, role from staff where role = 'owner'`)
    const [manager] = await queryRows(`select id, email, role from staff where role = 'manager'`)
    const [{ total }] = await queryRows(`select sum(payable_cents)::int as total from cards where month = '2026-03'`)
    const email = cli(owner.email)
    expect(await pay(email, total + 1, 'Sent.')).toMatchObject({ refusal: { code: 'total_mismatch' } })
    const proposed = getApprovalId(await pay(email, total, 'Sent.'))
    expect(await pay(cli(manager.email), total)).toMatchObject({ passed: false, approvalId: proposed })
    expect(await queryRows(`select paid_at from months where month = '2026-03'`)).toEqual([{ paid_at: null }])
    const actor = { kind: 'staff', staffId: manager.id, email: manager.email, role: manager.role } as const
    const owners = { kind: 'staff', staffId: owner.id, email: owner.email, role: owner.role } as const
    expect(await approveAs(db, owners, proposed, jobs())).toMatchObject({ state: 'proposed' })
    expect(await approveAs(db, actor, proposed, jobs())).toMatchObject({ state: 'approved' })
    const many = engine === 'postgres' ? 50 : 2
    const paid = await Promise.all(Array.from({ length: many }, () => pay(email, total, 'Sent.')))
    expect(paid.filter((result) => result.ok && result.passed)).toHaveLength(1)
    expect(paid.filter((result) => !result.ok && result.refusal.code === 'month_already_paid')).toHaveLength(many - 1)
    expect(await queryRows(`select actor_name from audit_entries where action = 'month.paid'`)).toEqual([
      { actor_name: owner.email },
    ])
    expect((await verifyShop(db, tmpdir())).findings).toEqual([])
    // Simulates a row that was written without the constraint.
    await connection().pool.query(`alter table approvals drop constraint approvals_preview_hash_matches`)
    await connection().pool.query(`insert into approvals (action, subject, payload, preview, preview_hash, reason, proposed_by,
      proposed_by_id, first_approved_by, first_approved_by_id, first_approved_at, decided_by, decided_by_id, decided_at, state)
      select 'month.pay', '2026-04', payload, preview, '\\x00', reason,
      proposed_by, proposed_by_id, first_approved_by, first_approved_by_id, first_approved_at, decided_by, decided_by_id, decided_at, 'done' from approvals where action = 'month.pay'`)
    expect((await verifyShop(db, tmpdir())).findings).toEqual([
      expect.stringMatching(/^Approval \d+ of month\.pay 2026-04 is not of what was previewed\.$/),
      expect.stringMatching(/^Approval \d+ of month\.pay 2026-04 is done, and 2026-04 is not paid\.$/),
    ])
  })
})
