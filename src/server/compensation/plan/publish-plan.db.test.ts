import { expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import { readPlans } from './plans.ts'
import { publishPlan } from './publish-plan.ts'

databaseTest('a plan that two people publish', (connection) => {
  const jobs = jobsForSuite(connection)
  const cli = (by?: string): Actor => ({ kind: 'command_line', by })
  const publish = (actor: Actor, from: string, directLineRateBp: number, reason?: string) =>
    inTransaction(connection().db, (trx) =>
      publishPlan(
        trx,
        actor,
        { ...EXAMPLE_PLAN, firstMonth: month(from), directLineRateBp },
        { currentMonth: month('2026-11'), reason },
      ),
    )

  it('needs no approval in a shop without staff, and a reason from a single approver', async () => {
    expect(await publish(cli(), '2099-01', 200)).toEqual({ ok: true, passed: true, version: 2 })
    await makeStaff(connection().db, 'owner')
    expect(await publish(cli(), '2099-02', 200)).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    expect(await publish(cli(), '2099-02', 200, 'As agreed')).toMatchObject({ passed: true, version: 3 })
  })

  it('is published by its approval, and another table replaces the proposed one', async () => {
    const { db } = connection()
    const [owner, manager] = [await makeStaff(db, 'owner'), await makeStaff(db, 'manager')]
    expect(await publish(cli(manager.email), '2099-03', 200, 'More')).toEqual({
      ok: false,
      refusal: { code: 'not_permitted' },
    })
    // A plan that could not be published is not proposed.
    expect(await publish(cli(owner.email), '2099-01', 250, 'More')).toMatchObject({
      refusal: { code: 'month_has_a_plan' },
    })
    const first = await publish(cli(owner.email), '2099-03', 200, 'More')
    const second = await publish(cli(owner.email), '2099-03', 250, 'More')
    if (!first.ok || first.passed || !second.ok || second.passed) throw new Error('it was not proposed')
    expect(second.voided).toBe(true)
    expect(await approveAs(db, manager.actor, first.approvalId, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_decided' },
    })
    expect(await approveAs(db, owner.actor, second.approvalId, jobs())).toEqual({ ok: true, state: 'proposed' })
    expect(await readPlans(db)).toHaveLength(3)
    expect(await approveAs(db, manager.actor, second.approvalId, jobs())).toEqual({ ok: true, state: 'done' })
    expect((await readPlans(db)).at(-1)).toEqual({
      ...EXAMPLE_PLAN,
      version: 4,
      firstMonth: '2099-03',
      directLineRateBp: 250,
    })
  })
})
