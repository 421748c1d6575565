import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import type { StaffProfile } from '#contract/identity/staff-profile.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, STAFF_PASSWORD, staffSession } from '#test/staff.ts'
import { makeFactorRenewal } from './renew-second-factor.ts'

const NEW_PASSWORD = 'violet lamp 48'
const STEP_MS = 30_000

databaseTest('the user’s own account in the back office', (connection) => {
  const suite = appForSuite(connection)
  const limited = appForSuite(connection, { RATE_LIMITS: 'on' })
  const query = (text: string, values: unknown[] = []) => connection().pool.query(text, values)
  const signIn = async (email: string, password = STAFF_PASSWORD, code?: string) => {
    const browser = browserOf(suite)
    const response = await browser.post('/admin/login', { email, password, ...(code && { code }) })
    browser.reload()
    return { browser, status: response.statusCode }
  }
  const getProfile = async (browser: ReturnType<typeof browserOf>): Promise<StaffProfile> => {
    const response = await browser.get('/admin/me/profile.json')
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const changes = { current_password: STAFF_PASSWORD, new_password: NEW_PASSWORD, confirmation: NEW_PASSWORD }
  const listActions = async (id: number) =>
    (
      await query(`select action from audit_entries where subject_kind = 'staff' and subject_id = $1 order by id`, [
        String(id),
      ])
    ).rows.map(({ action }) => action)
  /** An authenticator app with an adjustable clock, because each code works once. */
  const createApp = (secret: string) => {
    let steps = -1
    const app = new TOTP({ secret })
    return () => app.generate({ timestamp: Date.now() + steps++ * STEP_MS })
  }
  const setUp = async (browser: ReturnType<typeof browserOf>, code = '') => {
    const started = await browser.post('/admin/me/second-factor/start', { code })
    return { status: started.statusCode, ...started.json() }
  }

  it('is available only to signed-in staff', async () => {
    const member = browserOf(suite)
    expect((await member.get('/admin/me/profile.json')).statusCode).toBe(401)
    for (const path of ['name', 'password', 'end-other-sign-ins', 'second-factor/start', 'recovery-codes'])
      expect([path, (await member.post(`/admin/me/${path}`, { ...changes, name: 'X', code: '1' })).statusCode]).toEqual(
        [path, 401],
      )
    // The first request of the sign-in page is not logged as a refusal.
    expect((await member.get('/admin/me.json')).statusCode).toBe(401)
    const { rows } = await connection().pool.query(
      `select payload->'after'->>'call' as call from audit_entries join audit_payloads on entry_id = id
        where action = 'request.denied' order by id`,
    )
    expect(rows.map(({ call }) => call)).toEqual([
      'GET /admin/me/profile.json',
      ...['name', 'password', 'end-other-sign-ins', 'second-factor/start', 'recovery-codes'].map(
        (path) => `POST /admin/me/${path}`,
      ),
    ])
  })

  it('shows its sessions and every sign-in, including failed ones, and ends the other sessions', async () => {
    const { id, email } = await makeStaff(connection().db, 'clerk')
    const { browser: elsewhere } = await signIn(email)
    await signIn(email, 'wrong lamp 48')
    const { browser } = await signIn(email)
    const profile = await getProfile(browser)
    expect(profile).toMatchObject({
      email,
      role: 'clerk',
      two_factor: false,
      two_factor_required: false,
      recovery_codes_left: 0,
    })
    expect(profile.sessions.map(({ current }) => current)).toEqual([true, false])
    expect(profile.sign_ins).toEqual([
      { at: expect.any(String), event: 'signed_in', from: '127.0.0.1' },
      { at: expect.any(String), event: 'sign_in_failed', from: '127.0.0.1' },
      { at: expect.any(String), event: 'signed_in', from: '127.0.0.1' },
    ])
    expect((await browser.post('/admin/me/end-other-sign-ins', {})).json().sessions).toHaveLength(1)
    expect((await elsewhere.get('/admin/me.json')).statusCode).toBe(401)
    expect((await browser.get('/admin/me.json')).statusCode).toBe(200)
    await browser.post('/admin/me/end-other-sign-ins', {})
    expect((await listActions(id)).filter((action) => action === 'staff.other_sessions_ended')).toHaveLength(1)
  })

  it('changes the user’s name and logs it once', async () => {
    const { id, email } = await makeStaff(connection().db, 'clerk')
    const { browser } = await signIn(email)
    for (const name of ['Lee Park', 'Lee Park'])
      expect((await browser.post('/admin/me/name', { name })).json().name).toBe('Lee Park')
    for (const name of ['', 'x'.repeat(101), 'see http://shop.test'])
      expect((await browser.post('/admin/me/name', { name })).statusCode).toBe(422)
    expect((await listActions(id)).filter((action) => action === 'staff.changed')).toHaveLength(1)
  })

  it('changes the password if the current one is given, and ends every other session and link', async () => {
    const { id, email } = await makeStaff(connection().db, 'manager')
    const { browser: elsewhere } = await signIn(email)
    const { browser } = await signIn(email)
    await query(
      `insert into staff_links (staff_id, token_hash, expires_at) values ($1, sha256('x'), now() + interval '1 day')`,
      [id],
    )
    const fields = async (overrides: object) => {
      const response = await browser.post('/admin/me/password', { ...changes, ...overrides })
      const { code, errors = {} } = response.json()
      return [response.statusCode, ...Object.keys(errors), ...(code === undefined ? [] : [code])]
    }
    expect(await fields({ current_password: 'wrong lamp 48' })).toEqual([
      422,
      'current_password',
      'staff_password_incorrect',
    ])
    expect(await fields({ confirmation: 'violet lamp 49' })).toEqual([422, 'confirmation', 'invalid'])
    expect(await fields({ new_password: email, confirmation: email })).toEqual([
      422,
      'new_password',
      'password_is_email',
    ])
    expect(await fields({ new_password: 'password123', confirmation: 'password123' })).toEqual([
      422,
      'new_password',
      'password_too_common',
    ])
    expect(await listActions(id)).not.toContain('staff.password_changed')
    expect(await fields({})).toEqual([200])
    expect((await elsewhere.get('/admin/me.json')).statusCode).toBe(401)
    expect((await query('select from staff_links where staff_id = $1', [id])).rows).toEqual([])
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
    expect(await listActions(id)).toContain('staff.password_changed')
  })

  it('sets up an app, and replaces it only with a code from the current one, which works until the new one is confirmed', async () => {
    const { id, email } = await makeStaff(connection().db, 'manager')
    const { browser } = await signIn(email)
    const first = await setUp(browser)
    expect(first.status).toBe(200)
    expect(
      (await browser.post('/admin/me/second-factor/confirm', { renewal: first.renewal, code: '000000' })).statusCode,
    ).toBe(422)
    expect((await getProfile(browser)).two_factor).toBe(false)
    const oldCode = createApp(first.set_up.secret)
    const confirmed = await browser.post('/admin/me/second-factor/confirm', { renewal: first.renewal, code: oldCode() })
    expect([confirmed.statusCode, confirmed.json().recovery_codes.length]).toEqual([200, 10])
    expect(await getProfile(browser)).toMatchObject({ two_factor: true, recovery_codes_left: 10 })

    expect((await setUp(browser)).errors).toHaveProperty('code')
    const failures = async () =>
      (await listActions(id)).filter((action) => action === 'staff.reauthentication_failed').length
    expect(await failures(), 'a wrong code of the new app before any was requested').toBe(1)
    expect((await setUp(browser, '000000')).errors).toHaveProperty('code')
    expect(await failures()).toBe(2)
    const second = await setUp(browser, oldCode())
    expect(second.status).toBe(200)
    // Not confirmed yet, so the old app still signs in.
    const { browser: elsewhere, status } = await signIn(email, STAFF_PASSWORD, oldCode())
    expect(status).toBe(200)
    const newCode = createApp(second.set_up.secret)
    const renewed = await browser.post('/admin/me/second-factor/confirm', { renewal: second.renewal, code: newCode() })
    expect(renewed.statusCode).toBe(200)
    expect((await elsewhere.get('/admin/me.json')).statusCode).toBe(401)
    const [fresh, old] = [renewed.json().recovery_codes[0], confirmed.json().recovery_codes[0]]
    expect((await signIn(email, STAFF_PASSWORD, old)).status).toBe(401)
    expect((await signIn(email, STAFF_PASSWORD, fresh)).status).toBe(200)
    expect((await signIn(email, STAFF_PASSWORD, newCode())).status).toBe(200)
    expect((await listActions(id)).filter((action) => action === 'staff.second_factor_renewed')).toHaveLength(2)
  })

  it('refuses to confirm a setup that belongs to someone else, is made up, or has expired', async () => {
    const [first, second] = [await makeStaff(connection().db, 'clerk'), await makeStaff(connection().db, 'clerk')]
    const [{ browser }, { browser: stranger }] = [await signIn(first.email), await signIn(second.email)]
    const { renewal, set_up } = await setUp(browser)
    const code = createApp(set_up.secret)()
    for (const value of [renewal, 'made-up', '', `${renewal}x`.slice(2)]) {
      const response = await stranger.post('/admin/me/second-factor/confirm', { renewal: value, code })
      expect(response.json()).toMatchObject({
        status: 422,
        code: 'renewal_expired',
        errors: { renewal: expect.any(String) },
      })
    }
    const expired = new Date(Date.now() + 16 * 60_000)
    const { confirm } = makeFactorRenewal(suite().services.config)
    const actor = first.actor
    const session = { id: first.id, tokenHash: Buffer.from(''), actor }
    const result = await connection()
      .db.transaction()
      .execute((trx) => confirm(trx, session, { renewal, code }, expired))
    expect(result).toEqual({ ok: false, refusal: { code: 'renewal_expired' } })
    expect((await getProfile(browser)).two_factor).toBe(false)
  })

  it('replaces the recovery codes after a valid code', async () => {
    const { email } = await makeStaff(connection().db, 'clerk')
    const { browser } = await signIn(email)
    expect((await browser.post('/admin/me/recovery-codes', { code: '000000' })).statusCode).toBe(422)
    const { renewal, set_up } = await setUp(browser)
    const code = createApp(set_up.secret)
    const before = (await browser.post('/admin/me/second-factor/confirm', { renewal, code: code() })).json()
      .recovery_codes
    const renewed = await browser.post('/admin/me/recovery-codes', { code: code() })
    expect([renewed.statusCode, renewed.json().recovery_codes.length]).toEqual([200, 10])
    expect((await signIn(email, STAFF_PASSWORD, before[1])).status).toBe(401)
    expect((await signIn(email, STAFF_PASSWORD, renewed.json().recovery_codes[1])).status).toBe(200)
    expect((await getProfile(browser)).recovery_codes_left).toBe(9)
  })

  it('needs a fresh proof for everything about the second factor', async () => {
    const { id } = await makeStaff(connection().db, 'owner')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id, false))
    for (const path of ['second-factor/start', 'second-factor/confirm', 'recovery-codes']) {
      const response = await browser.post(`/admin/me/${path}`, { code: '000000', renewal: 'x' })
      expect([path, response.statusCode, response.json().code]).toEqual([path, 403, 'reauthentication_required'])
    }
    expect((await listActions(id)).filter((action) => action === 'request.denied')).toHaveLength(3)
  })

  it('counts guesses of password and code together, but separately from sign-ins', async () => {
    const { id, email } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(limited)
    browser.jar.set('staff', await staffSession(connection().db, id))
    const guesses: number[] = []
    for (let n = 0; n < 11; n++) {
      const guess =
        n % 2 === 0
          ? ['password', { ...changes, current_password: `wrong lamp ${n}0` }]
          : ['recovery-codes', { code: '000000' }]
      guesses.push((await browser.post(`/admin/me/${guess[0]}`, guess[1] as object)).statusCode)
    }
    expect(guesses).toEqual([...Array(10).fill(422), 429])
    expect(await listActions(id), 'one entry for each checked guess').toEqual(
      Array(10).fill('staff.reauthentication_failed'),
    )
    expect((await browser.post('/admin/login', { email, password: STAFF_PASSWORD })).statusCode).toBe(200)
  })
})
