import { expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, STAFF_PASSWORD, staffSession } from '#test/staff.ts'
import { changeStaff } from './change-staff.ts'
import { resetStaff } from './reset-staff.ts'
import { writeStaffResetMail } from './staff-emails.ts'

const WRONG = 'wrong lamp 48'

databaseTest('hostile sign-ins with the default limits', (connection) => {
  const limited = appForSuite(connection, { RATE_LIMITS: 'on' })
  const db = () => connection().db
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const inTrx = <Value>(work: Parameters<typeof inTransaction<Value>>[1]) => inTransaction(db(), work)
  const cli = { kind: 'command_line', by: undefined } as const
  const getStatus = async (response: ReturnType<ReturnType<typeof browserOf>['post']>) => (await response).statusCode

  /** Nine wrong sign-ins per 15 minutes and more than the account allows: from two addresses, then from three more. */
  async function attack(email: string, from = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
    const responses: number[] = []
    for (const address of from) {
      for (let n = 0; n < 6; n++) {
        responses.push(await getStatus(browserOf(limited).post('/admin/login', { email, password: WRONG }, address)))
      }
    }
    return responses
  }

  async function people() {
    await query('update staff set active = false')
    const owner = await makeStaff(db(), 'owner')
    const manager = await makeStaff(db(), 'manager')
    const browser = browserOf(limited)
    browser.jar.set('staff', await staffSession(db(), manager.id, false))
    const requestReset = () =>
      inTrx((trx) =>
        resetStaff(trx, cli, { staffId: manager.id, kind: 'password', reason: 'lost' }, limited().services),
      )
    const openReset = async () =>
      (await query('select id from staff_resets where stopped_at is null and done_at is null'))[0]?.id
    return { owner, manager, browser, requestReset, openReset }
  }

  /** Returns the link in the email about the pending reset. */
  async function findLink(staffId: number, links?: 'masked') {
    const [reset] = await query('select id from staff_resets where stopped_at is null and done_at is null')
    const { services } = limited()
    const signer = links ? { sign: () => 'masked', verify: () => false } : services.signer
    const draft = await writeStaffResetMail(
      { db: db(), settings: services.settings, config: services.config, signer },
      { staff_reset_id: reset?.id, staff_id: staffId },
    )
    const [, token = ''] = /stop-reset\/([^"\s]+)/.exec(JSON.stringify(draft)) ?? []
    return token
  }

  it('do not prevent a signed-in manager from giving a proof, approving and stopping a reset', async () => {
    const { owner, manager, browser, requestReset, openReset } = await people()
    const clerk = await makeStaff(db(), 'clerk')
    const proposed = await inTrx((trx) =>
      changeStaff(trx, owner.actor, { staffId: clerk.id, changes: { role: 'manager' }, reason: 'promoted' }),
    )
    if (!proposed.ok || proposed.passed) throw new Error('not proposed')
    await requestReset()

    const responses = await attack(manager.email)
    expect(responses.filter((status) => status === 401)).toHaveLength(10)
    expect(responses.filter((status) => status === 429)).toHaveLength(14)

    const stopReset = { staff_reset_id: await openReset() }
    expect(await getStatus(browser.post('/admin/staff/stop-reset', stopReset)), 'the proof is too old').toBe(403)
    expect(await getStatus(browser.post('/admin/prove', { password: STAFF_PASSWORD }))).toBe(200)
    expect(await getStatus(browser.post('/admin/staff/stop-reset', stopReset))).toBe(200)
    const approval = { approval_id: proposed.approvalId }
    expect(await getStatus(browser.post('/admin/approvals/approve', approval))).toBe(200)
    expect(await query('select role from staff where id = $1', [clerk.id])).toEqual([{ role: 'manager' }])
  })

  it('from the address of the signed-in person do not prevent a proof', async () => {
    const { browser } = await people()
    for (let n = 0; n < 25; n++) {
      const stranger = { email: `stranger${n}@example.com`, password: WRONG }
      await browserOf(limited).post('/admin/login', stranger, '198.51.100.9')
    }
    const proof = browser.post('/admin/prove', { password: STAFF_PASSWORD }, '198.51.100.9')
    expect(await getStatus(proof)).toBe(200)
  })

  it('do not prevent a signed-in person from changing the password', async () => {
    const { manager, browser } = await people()
    await attack(manager.email)
    const changes = { current_password: STAFF_PASSWORD, new_password: 'tulip lamp 49' }
    expect(await getStatus(browser.post('/admin/me/password', { ...changes, confirmation: 'tulip lamp 49' }))).toBe(200)
  })

  it('are counted separately from guesses in a session, which are limited per session', async () => {
    const { manager, browser } = await people()
    const attacker = browserOf(limited)
    attacker.jar.set('staff', await staffSession(db(), manager.id, false))
    const guesses: number[] = []
    for (let n = 0; n < 12; n++) {
      const guess = n % 2 === 0 ? { password: WRONG } : { code: '000000' }
      guesses.push(await getStatus(attacker.post('/admin/prove', guess, `203.0.113.${n}`)))
    }
    expect(guesses).toEqual([...Array(10).fill(422), 429, 429])
    expect(await getStatus(browser.post('/admin/prove', { password: STAFF_PASSWORD })), 'another session').toBe(200)
  })

  it('cannot block the link in the email, which shows the reset and stops it once', async () => {
    const { owner, manager, requestReset, openReset } = await people()
    await requestReset()
    await attack(manager.email)
    const token = await findLink(manager.id)
    const anyone = browserOf(limited)
    await anyone.get(`/admin/stop-reset/${token}`)
    expect(await openReset(), 'a link scanner opens it').toEqual(expect.any(Number))
    const open = () => anyone.post('/admin/stop-reset/open', { token }, '198.51.100.20')
    expect((await open()).json()).toMatchObject({ email: manager.email, kind: 'password' })
    expect(await openReset(), 'opening the link stops nothing').toEqual(expect.any(Number))

    expect(await getStatus(anyone.post('/admin/stop-reset/stop', { token }, '198.51.100.20'))).toBe(200)
    expect(await openReset()).toBeUndefined()
    const repeated = await anyone.post('/admin/stop-reset/stop', { token }, '198.51.100.20')
    expect(repeated.json()).toMatchObject({ status: 422, code: 'reset_ended' })
    expect((await open()).json().code).toBe('reset_ended')
    const stopped = await query(
      `select actor_id::int, payload -> 'after' as after from audit_entries join audit_payloads on entry_id = id
        where action = 'staff.reset_stopped' order by id desc limit 1`,
    )
    expect(stopped).toEqual([{ actor_id: manager.id, after: { reset: expect.any(Number), by: 'link' } }])

    await requestReset()
    expect(await getStatus(anyone.post('/admin/stop-reset/stop', { token }, '198.51.100.20')), 'another reset').toBe(
      422,
    )
    expect(await openReset()).toEqual(expect.any(Number))
    const owners = await findLink(owner.id)
    await query('update staff set active = false where id = $1', [owner.id])
    expect(await getStatus(anyone.post('/admin/stop-reset/stop', { token: owners }, '198.51.100.20'))).toBe(422)
  })

  it('with made-up links of every shape are refused with a message, and counted', async () => {
    const { manager, requestReset } = await people()
    await requestReset()
    const token = await findLink(manager.id)
    const [reset = '', staff = '', signature = ''] = token.split('.')
    const invented = [
      '',
      'masked',
      await findLink(manager.id, 'masked'),
      'a'.repeat(5000),
      `${reset}.${staff}.`,
      `${reset}.${staff}.${signature.slice(0, -1)}`,
      `${reset}.1.${signature}`,
      `zzzzzzzzzz.${staff}.${signature}`,
      `1.99999999999999999999.${signature}`,
      '\u0000.\u0000.\u0000',
      '../../etc/passwd',
    ]
    const anyone = browserOf(limited)
    const responses: number[] = []
    for (const [n, one] of invented.entries()) {
      for (const path of ['open', 'stop']) {
        responses.push(await getStatus(anyone.post(`/admin/stop-reset/${path}`, { token: one }, `192.0.2.${n}`)))
      }
    }
    expect(responses).toEqual(Array(invented.length * 2).fill(422))
    const many: number[] = []
    for (let n = 0; n < 22; n++) {
      many.push(await getStatus(anyone.post('/admin/stop-reset/stop', { token: 'made.up.1' }, '192.0.2.200')))
    }
    expect(many).toEqual([...Array(20).fill(422), 429, 429])
    expect(await getStatus(anyone.post('/admin/stop-reset/stop', { token }, '192.0.2.201')), 'the valid link').toBe(200)
  })
})
