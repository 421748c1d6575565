import { expect, it } from 'vitest'
import type { Actor } from '#server/audit/actor.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { SettingKey } from '#server/platform/settings/registry.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { databaseTest } from '#test/database.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff } from '#test/staff.ts'
import { changeSetting } from './change-setting.ts'
import { voidApproval } from './decide-approval.ts'

databaseTest('a setting that two people raise', (connection) => {
  const jobs = jobsForSuite(connection)
  const cli = (by?: string): Actor => ({ kind: 'command_line', by })
  const change = (actor: Actor, value: string, key: SettingKey = 'refund_approval_above') =>
    inTransaction(connection().db, (trx) => changeSetting(trx, actor, { key, value }, 'As agreed'))
  const limit = async () => (await openSettings(connection().db, {})).print('refund_approval_above')

  it('is the limit of refunds alone, and lowering it takes one', async () => {
    const { db } = connection()
    const [owner, manager] = [await makeStaff(db, 'owner'), await makeStaff(db, 'manager')]
    expect(await change(cli(), '9', 'low_stock_below')).toEqual({ ok: true, passed: true })
    expect(await change(cli(), '400')).toEqual({ ok: true, passed: true })
    expect(await change(cli(), '400.00')).toEqual({ ok: true, passed: true })
    expect(await change(cli(), 'much')).toMatchObject({ refusal: { code: 'unfit' } })
    expect(await change(cli(), '400.01')).toEqual({ ok: false, refusal: { code: 'name_needed' } })
    expect(await change(cli(manager.email), '9000')).toEqual({ ok: false, refusal: { code: 'not_permitted' } })

    const proposed = await change(cli(owner.email), '9000')
    if (!proposed.ok || proposed.passed) throw new Error('it was not proposed')
    expect(await approveAs(db, owner.actor, proposed.approvalId, jobs())).toMatchObject({ refusal: 'own_proposal' })
    expect(await limit()).toBe('400.00')
    // Lowered meanwhile: it is not from 400.00 any more.
    await change(cli(), '300')
    expect(await approveAs(db, manager.actor, proposed.approvalId, jobs())).toEqual({ ok: false, refusal: 'changed' })
    await inTransaction(db, (trx) => voidApproval(trx, manager.actor, proposed.approvalId))

    const anew = await change(cli(owner.email), '9000')
    if (!anew.ok || anew.passed) throw new Error('it was not proposed')
    expect(await approveAs(db, manager.actor, anew.approvalId, jobs())).toEqual({ ok: true, state: 'done' })
    expect(await limit()).toBe('9000.00')
  })
})
