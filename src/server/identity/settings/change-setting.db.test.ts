import { expect, it } from 'vitest'
import type { Setting } from '#contract/identity/settings.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { voidApproval } from '#server/identity/staff/decide-approval.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { SettingKey } from '#server/platform/settings/registry.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { jobsForSuite } from '#test/shop.ts'
import { approveAs, makeStaff, staffSession } from '#test/staff.ts'
import { changeSetting } from './change-setting.ts'

databaseTest('a setting whose increase needs a second approver', (connection) => {
  const jobs = jobsForSuite(connection)
  const cli = (actor?: string): Actor => ({ kind: 'command_line', by: actor })
  const change = (actor: Actor, value: string, key: SettingKey = 'refund_approval_above') =>
    inTransaction(connection().db, (trx) => changeSetting(trx, actor, { key, value, reason: 'As agreed' }))
  const limit = async () => (await openSettings(connection().db, {})).print('refund_approval_above')

  it('limits refunds by one person, and lowering it needs no approval', async () => {
    const { db } = connection()
    const [owner, manager] = [await makeStaff(db, 'owner'), await makeStaff(db, 'manager')]
    expect(await change(cli(), '9', 'low_stock_below')).toEqual({ ok: true, passed: true })
    expect(await change(cli(), '400')).toEqual({ ok: true, passed: true })
    expect(await change(cli(), '400.00')).toEqual({ ok: true, passed: true })
    expect(await change(cli(), 'much')).toMatchObject({ refusal: { code: 'invalid' } })
    expect(await change(cli(), '400.01')).toEqual({ ok: false, refusal: { code: 'proposer_required' } })
    expect(await change(cli(manager.email), '9000')).toEqual({ ok: false, refusal: { code: 'not_permitted' } })

    const proposed = await change(cli(owner.email), '9000')
    if (!proposed.ok || proposed.passed) throw new Error('it was not proposed')
    expect(await approveAs(db, owner.actor, proposed.approvalId, jobs())).toEqual({ ok: true, state: 'proposed' })
    expect(await approveAs(db, owner.actor, proposed.approvalId, jobs())).toMatchObject({
      refusal: { code: 'own_approval' },
    })
    expect(await limit()).toBe('400.00')
    // Lowered in the meantime, so the proposal from 400.00 is outdated.
    await change(cli(), '300')
    expect(await approveAs(db, manager.actor, proposed.approvalId, jobs())).toEqual({
      ok: false,
      refusal: { code: 'approval_outdated' },
    })
    await inTransaction(db, (trx) => voidApproval(trx, manager.actor, proposed.approvalId))

    const repeated = await change(cli(owner.email), '9000')
    if (!repeated.ok || repeated.passed) throw new Error('it was not proposed')
    expect(await approveAs(db, manager.actor, repeated.approvalId, jobs())).toEqual({ ok: true, state: 'proposed' })
    expect(await approveAs(db, owner.actor, repeated.approvalId, jobs())).toEqual({ ok: true, state: 'done' })
    expect(await limit()).toBe('9000.00')
  })
})

databaseTest('the settings of the back office', (connection, engine) => {
  const suite = appForSuite(connection)
  const ownersBrowser = async () => {
    const owner = await makeStaff(connection().db, 'owner')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, owner.id, true))
    return { owner, browser }
  }
  const findSetting = async (browser: ReturnType<typeof browserOf>, key: string): Promise<Setting> => {
    const { data } = (await browser.get('/admin/settings.json')).json() as { data: Setting[] }
    const found = data.find((setting) => setting.key === key)
    if (!found) throw new Error(`there is no ${key}`)
    return found
  }
  const change = async (
    browser: ReturnType<typeof browserOf>,
    key: string,
    value: string,
    expected: { version: string } | undefined = undefined,
  ) => {
    const { version } = expected ?? (await findSetting(browser, key))
    return browser.post(`/admin/settings/${key}/change`, { value, expected_version: version })
  }

  it('show their meaning, default and last editor; a change takes effect at once and can be undone', async () => {
    const { owner, browser } = await ownersBrowser()
    expect(await findSetting(browser, 'minimum_sub_total')).toMatchObject({
      group: 'orders',
      input: 'amount',
      value: '0.00',
      default: '0.00',
      overridden: null,
      changed: null,
    })
    expect((await change(browser, 'minimum_sub_total', '25')).json()).toEqual({ approval_id: null })
    expect(suite().services.settings.get('minimum_sub_total')).toBe(2500)
    const changed = await findSetting(browser, 'minimum_sub_total')
    expect(changed).toMatchObject({ value: '25.00', changed: { by: owner.email } })
    const history = async () => (await browser.get('/admin/settings/minimum_sub_total/history.json')).json().data
    expect(await history()).toMatchObject([{ by: owner.email, from: '0.00', to: '25.00' }])
    expect((await change(browser, 'minimum_sub_total', '0.00')).statusCode).toBe(200)
    expect(await history()).toMatchObject([
      { from: '25.00', to: '0.00' },
      { from: '0.00', to: '25.00' },
    ])
  })

  it('refuse invalid values with a message at the field, and unknown settings', async () => {
    const { browser } = await ownersBrowser()
    const refused = await change(browser, 'payment_days', 'soon')
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'invalid',
      errors: { value: 'This must be a whole number from 0 to 28.' },
    })
    expect((await change(browser, 'pickup_state', 'ZZ')).json()).toMatchObject({
      code: 'state_not_found',
      errors: { value: 'There is no state ZZ.' },
    })
    expect((await change(browser, 'nothing_such', '1', { version: '1' })).json().code).toBe('not_found')
    expect((await browser.get('/admin/settings/nothing_such/history.json')).statusCode).toBe(404)
  })

  it('show the second of two owners the change of the first', async () => {
    const [first, second] = [await ownersBrowser(), await ownersBrowser()]
    const opened = await findSetting(second.browser, 'shop_phone')
    expect((await change(first.browser, 'shop_phone', '201 555 0100', opened)).statusCode).toBe(200)
    const staleChange = (await change(second.browser, 'shop_phone', '201 555 0199', opened)).json()
    const current = await findSetting(second.browser, 'shop_phone')
    expect(current.value).toBe('201 555 0100')
    expect(staleChange).toMatchObject({ status: 409, code: 'stale', current })
    expect((await change(second.browser, 'shop_phone', '201 555 0199', staleChange.current)).statusCode).toBe(200)
  })

  it.runIf(engine === 'postgres')(
    'accept exactly one of twenty concurrent changes based on the same value',
    async () => {
      const { browser } = await ownersBrowser()
      const opened = await findSetting(browser, 'pickup_hours')
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, hour) => change(browser, 'pickup_hours', `From ${hour}`, opened)),
      )
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
      expect((await browser.get('/admin/settings/pickup_hours/history.json')).json().data).toHaveLength(1)
    },
  )
})
