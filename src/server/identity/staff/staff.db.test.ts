import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { serverMessages } from '#contract/base/server-messages.ts'
import { approvableActions } from '#server/approvable-actions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, readStaffVersion, STAFF_PASSWORD, staffSession } from '#test/staff.ts'
import { addStaff } from './add-staff.ts'
import { changeStaff } from './change-staff.ts'
import { consumeApproval } from './consume-approval.ts'
import { approve } from './decide-approval.ts'
import { listPendingApprovals } from './list-pending-approvals.ts'
import { executeDueResets, resetStaff, stopReset } from './reset-staff.ts'
import { makeStaffLink } from './staff-link.ts'

const PASSWORD = 'violet lamp 48'

databaseTest('staff', (connection, engine) => {
  const suite = appForSuite(connection)
  const limited = appForSuite(connection, { RATE_LIMITS: 'on' })
  const db = () => connection().db
  const query = async (text: string) => (await connection().pool.query(text)).rows
  const inTrx = <Value>(work: Parameters<typeof inTransaction<Value>>[1]) => inTransaction(db(), work)
  /** Deactivates everyone from earlier tests, so that each test has a known set of staff. */
  const alone = () => connection().pool.query('update staff set active = false')
  const jobs = () => suite().services
  const cli = (actor?: string) => ({ kind: 'command_line', by: actor }) as const
  const findLink = async (id: Awaited<ReturnType<typeof makeStaff>>['id']) =>
    (await inTrx((trx) => makeStaffLink(trx, id, 'http://shop.test'))).split('/').at(-1) ?? ''

  it('sign in as owner with a link, a password and an app, and each code works once', async () => {
    await alone()
    const added = await inTrx((trx) =>
      addStaff(trx, cli(), { email: 'first@shop.example', name: 'First', role: 'owner', reason: undefined }, jobs()),
    )
    if (!added.ok || !added.passed) throw new Error('not added')
    const mailed = `select 1 from pgboss.job where data ->> 'mail' = 'staff_link' and (data ->> 'staff_id')::int = ${added.staffId}`
    expect(await query(mailed), 'a mail would replace the printed link').toEqual([])
    const token = await findLink(added.staffId)
    const browser = browserOf(suite)
    const opened = (await browser.post('/admin/set-password/open', { token })).json()
    expect(opened).toMatchObject({ email: 'first@shop.example', required: true })
    const app = new TOTP({ secret: opened.set_up.secret })
    const form = { token, password: PASSWORD, confirmation: PASSWORD }
    const refuse = async (overrides: object) =>
      (await browser.post('/admin/set-password/save', { ...form, ...overrides })).json()
    expect(await refuse({})).toMatchObject({ status: 422, code: 'code_required' })
    expect(await refuse({ code: '000000' })).toMatchObject({ status: 422, code: 'code_incorrect' })
    expect(await refuse({ confirmation: 'another' })).toMatchObject({ status: 422, code: 'confirmation_differs' })
    const saved = await browser.post('/admin/set-password/save', { ...form, code: app.generate() })
    expect(saved.statusCode).toBe(200)
    const codes: string[] = saved.json().recovery_codes
    expect(codes).toHaveLength(10)
    expect((await browser.post('/admin/set-password/open', { token })).json().code).toBe('link_expired')

    const login = { email: 'first@shop.example', password: PASSWORD }
    const codeRequest = await browser.post('/admin/login', login)
    expect(codeRequest.json()).toMatchObject({
      status: 401,
      code: 'second_factor_code_required',
      errors: { code: expect.any(String) },
    })
    expect((await browser.post('/admin/login', { ...login, code: codes[0] })).statusCode).toBe(200)
    browser.reload()
    expect((await browser.get('/admin/me.json')).json()).toMatchObject({ role: 'owner', recently_authenticated: true })
    const repeated = browserOf(suite)
    expect((await repeated.post('/admin/login', { ...login, code: codes[0] })).json()).toMatchObject({
      status: 401,
      code: 'second_factor_code_incorrect',
    })
    expect((await repeated.post('/admin/login', { ...login, code: codes[1] })).statusCode).toBe(200)
    expect(await query(`select action from audit_entries where action = 'staff.signed_in'`)).toHaveLength(2)
  })

  it('become owners only with a second factor, or before they set their first password', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const clerk = await makeStaff(db(), 'clerk')
    const promote = () =>
      inTrx((trx) =>
        changeStaff(trx, owner.actor, { staffId: clerk.id, changes: { role: 'owner' }, reason: 'I go on holiday' }),
      )
    expect(await promote()).toEqual({ ok: false, refusal: { code: 'owner_without_second_factor' } })
    await query(`update staff set password_hash = null where id = ${clerk.id}`)
    expect(await promote()).toMatchObject({ ok: true, passed: true })
  })

  it('sign in with a separate cookie, which the storefront does not know', async () => {
    const { email } = await makeStaff(db(), 'clerk')
    const browser = browserOf(suite)
    const response = await browser.post('/admin/login', { email, password: STAFF_PASSWORD })
    expect(response.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
    )
    expect((await browser.get('/account/user.json')).statusCode).toBe(401)
    browser.reload()
    expect((await browser.post('/admin/logout', {})).statusCode).toBe(200)
    expect((await browser.get('/admin/me.json')).statusCode).toBe(401)
  })

  it('get the same refusal for an unknown email, a wrong password and an inactive account', async () => {
    const clerk = await makeStaff(db(), 'clerk')
    const ended = await makeStaff(db(), 'clerk', { active: false })
    const tried = [
      { email: clerk.email, password: 'wrong lamp 48' },
      { email: 'nobody@shop.example', password: STAFF_PASSWORD },
      { email: ended.email, password: STAFF_PASSWORD },
    ]
    for (const form of tried) {
      const response = await browserOf(suite).post('/admin/login', form)
      expect([response.statusCode, response.json().detail]).toEqual([401, serverMessages.signInFailed])
    }
  })

  it('sign-ins with an unknown email address leave no address in the audit log', async () => {
    const { email } = await makeStaff(db(), 'clerk')
    for (const attemptedEmail of [email, 'customer.at.the.wrong.door@example.com']) {
      await browserOf(suite).post('/admin/login', { email: attemptedEmail, password: 'wrong lamp 48' })
    }
    const { rows } = await connection().pool.query(
      `select payload from audit_entries join audit_payloads on id = entry_id where action = 'staff.sign_in_failed' order by id desc limit 2`,
    )
    expect(rows).toMatchObject([{ payload: { from: '127.0.0.1' } }, { payload: { after: { email } } }])
    expect(JSON.stringify(rows)).not.toContain('wrong.door')
  })

  it('are refused as owners without an app', async () => {
    const { email } = await makeStaff(db(), 'owner')
    const response = await browserOf(suite).post('/admin/login', { email, password: STAFF_PASSWORD })
    expect(response.json()).toMatchObject({
      status: 403,
      code: 'second_factor_required',
      detail: serverMessages.staffSecondFactorRequired,
    })
  })

  it('are limited to ten sign-ins per 15 minutes and account, and to as many proofs per session', async () => {
    const { id, email } = await makeStaff(db(), 'clerk')
    const browser = browserOf(limited)
    browser.jar.set('staff', await staffSession(db(), id, false))
    for (let n = 0; n < 10; n++) {
      const from = `203.0.113.${n}`
      expect((await browser.post('/admin/login', { email, password: 'wrong lamp 48' }, from)).statusCode).toBe(401)
      expect((await browser.post('/admin/prove', { password: 'wrong lamp 48' }, from)).statusCode).toBe(422)
    }
    const right = { password: STAFF_PASSWORD }
    expect((await browser.post('/admin/prove', right, '203.0.113.99')).statusCode).toBe(429)
    expect((await browser.post('/admin/login', { email, ...right }, '203.0.113.99')).statusCode).toBe(429)
  })

  it('can still sign in from another IP address while one address guesses passwords', async () => {
    const { email } = await makeStaff(db(), 'clerk')
    const guess = (from: string) =>
      browserOf(limited)
        .post('/admin/login', { email, password: 'wrong lamp 48' }, from)
        .then(({ statusCode }) => statusCode)
    const guesses: number[] = []
    for (let n = 0; n < 12; n++) guesses.push(await guess(`2001:db8:77:1::${n}`))
    expect(guesses).toEqual([...Array(6).fill(401), ...Array(6).fill(429)])
    const right = { email, password: STAFF_PASSWORD }
    expect((await browserOf(limited).post('/admin/login', right, '2001:db8:77:1::99')).statusCode).toBe(429)
    expect((await browserOf(limited).post('/admin/login', right, '2001:db8:77:2::1')).statusCode).toBe(200)
  })

  it('sessions end after half an hour idle or twelve hours in total, and proofs after ten minutes', async () => {
    const { id } = await makeStaff(db(), 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), id, false))
    expect((await browser.get('/admin/me.json')).json()).toMatchObject({ recently_authenticated: false })
    expect((await browser.post('/admin/prove', { password: STAFF_PASSWORD })).statusCode).toBe(200)
    expect((await browser.get('/admin/me.json')).json()).toMatchObject({ recently_authenticated: true })
    await connection().pool.query(`update staff_sessions set last_used_at = now() - interval '31 minutes'`)
    expect((await browser.get('/admin/me.json')).statusCode).toBe(401)
    await connection().pool.query(
      `update staff_sessions set last_used_at = now(), created_at = now() - interval '721 minutes'`,
    )
    expect((await browser.get('/admin/me.json')).statusCode).toBe(401)
  })

  it('proofs are logged, right or wrong, with their kind', async () => {
    const { id } = await makeStaff(db(), 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), id, false))
    for (const [overrides, code] of [
      [{ password: 'wrong lamp 48' }, 'reauthentication_failed'],
      [{ code: '000000' }, 'reauthentication_failed'],
      [{ password: STAFF_PASSWORD }, undefined],
    ] as const)
      expect((await browser.post('/admin/prove', overrides)).json().code).toBe(code)
    const { rows } = await connection().pool.query(
      `select action, actor_id::int, payload -> 'after' as after, payload ->> 'from' as from, request_id is not null as asked
        from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'staff' and subject_id = $1 order by id`,
      [String(id)],
    )
    const entry = { actor_id: id, from: '127.0.0.1', asked: true }
    expect(rows).toEqual([
      { ...entry, action: 'staff.reauthentication_failed', after: { wrong: 'password' } },
      { ...entry, action: 'staff.reauthentication_failed', after: { wrong: 'code' } },
      { ...entry, action: 'staff.reauthenticated', after: { by: 'password' } },
    ])
  })

  it('lose every session when demoted or deactivated', async () => {
    await alone()
    await makeStaff(db(), 'owner')
    const manager = await makeStaff(db(), 'clerk')
    for (const changes of [{ active: false }]) {
      const browser = browserOf(suite)
      browser.jar.set('staff', await staffSession(db(), manager.id))
      expect((await browser.get('/admin/me.json')).statusCode).toBe(200)
      expect(
        await inTrx((trx) => changeStaff(trx, cli(), { staffId: manager.id, changes, reason: 'left' })),
      ).toMatchObject({ ok: true })
      expect((await browser.get('/admin/me.json')).statusCode).toBe(401)
    }
  })

  it('are not changed based on an outdated account', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const { id, email } = await makeStaff(db(), 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), owner.id, true))
    const readAccount = async () => {
      const { staff } = (await browser.get('/admin/staff.json')).json()
      return staff.find((one: { id: number }) => one.id === id)
    }
    const opened = await readAccount()
    const change = (changes: object, expected_version: string = opened.version) =>
      browser.post('/admin/staff/change', { staff_id: id, reason: 'Left', expected_version, ...changes })
    expect((await change({ active: false })).statusCode).toBe(200)
    const staleChange = (await change({ role: 'manager' })).json()
    const current = await readAccount()
    expect(current).toMatchObject({ email, role: 'clerk', active: false })
    expect(staleChange).toMatchObject({ status: 409, code: 'stale', current })
    expect((await change({ name: 'Ana' }, staleChange.current.version)).statusCode).toBe(200)
  })

  it('are reset once, even if two owners request it', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const { id } = await makeStaff(db(), 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), owner.id, true))
    const readVersion = () => readStaffVersion(db(), id)
    const reset = async (expected_version: string) =>
      (await browser.post('/admin/staff/reset', { staff_id: id, kind: 'password', reason: 'Lost', expected_version }))
        .statusCode
    const opened = await readVersion()
    expect((await Promise.all([reset(opened), reset(opened)])).toSorted()).toEqual([200, 409])
    await query(`update staff set active = false where id = ${id}`)
    const refused = { staff_id: id, kind: 'password', reason: 'Lost', expected_version: await readVersion() }
    expect((await browser.post('/admin/staff/reset', refused)).json()).toMatchObject({
      status: 409,
      code: 'staff_not_active',
    })
    await query(`update staff set active = true where id = ${id}`)
    const links = `select 1 from pgboss.job where data ->> 'mail' = 'staff_link' and (data ->> 'staff_id')::int = ${id}`
    expect(await query(links)).toHaveLength(1)
    // An owner who sees that no password is set sends another link.
    expect(await reset(await readVersion())).toBe(200)
  })

  it('cannot have names that are invisible or that an email program would turn into a link', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const { id } = await makeStaff(db(), 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), owner.id, true))
    const expected_version = await readStaffVersion(db(), id)
    const change = (name: string) =>
      browser.post('/admin/staff/change', { staff_id: id, name, reason: 'Asked', expected_version })
    const add = (name: string) =>
      browser.post('/admin/staff/add', { email: 'named@shop.example', role: 'clerk', name, reason: 'Asked' })
    for (const name of ['www.shop.example', 'Ana https://shop.example', 'Ana\u0007Lee', '\u2800', 'a'.repeat(101)]) {
      for (const response of [await change(name), await add(name)]) {
        expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['name']])
      }
    }
    const findName = async () => (await query(`select name from staff where id = ${id}`))[0]?.name
    expect((await change(' Ana Lee ')).statusCode).toBe(200)
    expect(await findName()).toBe('Ana Lee')
    expect(
      (
        await browser.post('/admin/staff/change', {
          staff_id: id,
          active: true,
          reason: 'Asked',
          expected_version: await readStaffVersion(db(), id),
        })
      ).statusCode,
    ).toBe(200)
    expect(await findName()).toBe('Ana Lee')
    expect((await add('  ')).statusCode).toBe(200)
  })

  it('need a reason as the only approver; two approvers decide on each other’s proposals, never their own', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const add = (n: number, reason?: string) =>
      inTrx((trx) =>
        addStaff(trx, owner.actor, { email: `new${n}@shop.example`, name: '', role: 'manager', reason }, jobs()),
      )
    expect(await add(1)).toMatchObject({ ok: false, refusal: { code: 'reason_required' } })
    expect(await add(1, 'more work')).toMatchObject({ ok: true, passed: true })

    const manager = await makeStaff(db(), 'manager')
    const proposed = await add(2, 'more work')
    if (!proposed.ok || proposed.passed) throw new Error('not proposed')
    expect(await query(`select 1 from staff where email = 'new2@shop.example'`)).toEqual([])
    // Repeating the proposal returns the existing approval.
    expect(await add(2, 'more work')).toMatchObject({ passed: false, approvalId: proposed.approvalId })
    const actions = approvableActions(jobs())
    const decide = (actor: typeof owner) => inTrx((trx) => approve(trx, actor.actor, proposed.approvalId, actions))
    expect(await decide(owner)).toMatchObject({ ok: false, refusal: { code: 'own_proposal' } })
    expect(await decide(manager)).toMatchObject({ ok: true, state: 'done' })
    expect(await decide(manager)).toMatchObject({ ok: false, refusal: { code: 'approval_decided' } })
    expect(await query(`select role from staff where email = 'new2@shop.example'`)).toEqual([{ role: 'manager' }])
  })

  it('need a second approver to demote one of the last two, or to change an approver’s email', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const manager = await makeStaff(db(), 'manager')
    const clerk = await makeStaff(db(), 'clerk')
    const change = (id: number, changes: object) =>
      inTrx((trx) => changeStaff(trx, owner.actor, { staffId: id, changes, reason: 'why not' }))
    expect(await change(clerk.id, { name: 'Ana' })).toMatchObject({ passed: true })
    expect(await change(clerk.id, { role: 'manager' })).toMatchObject({ passed: false })
    expect(await change(manager.id, { role: 'clerk' })).toMatchObject({ passed: false })
    expect(await change(owner.id, { role: 'clerk' })).toMatchObject({ ok: false, refusal: { code: 'last_owner' } })
    // Another change to the same person replaces the previous one.
    const later = await change(manager.id, { email: 'elsewhere@shop.example' })
    expect(later).toMatchObject({ passed: false, voided: true })
    expect(await query(`select role, email from staff where id = ${manager.id}`)).toEqual([
      { role: 'manager', email: manager.email },
    ])
  })

  it('execute an approved action once, and only as previewed', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const manager = await makeStaff(db(), 'manager')
    const close = (total: number, actor = cli(owner.email)) =>
      inTrx((trx) =>
        consumeApproval(trx, actor, {
          action: 'month.close',
          subject: '2026-02',
          permission: 'months.close',
          payload: { month: '2026-02' },
          preview: { total, members: 3 },
          reason: 'month is over',
        }),
      )
    expect(await close(100, cli())).toMatchObject({ ok: false, refusal: { code: 'proposer_required' } })
    expect(await close(100, cli(manager.email))).toMatchObject({ ok: false, refusal: { code: 'not_permitted' } })
    const first = await close(100)
    if (!first.ok || first.passed) throw new Error('not proposed')
    const { approvalId } = first
    const listPending = () => listPendingApprovals(db())
    expect(await listPending()).toContain(
      `Approval ${approvalId} is pending: Close February 2026, proposed by the command line, as ${owner.email}.`,
    )
    expect(await inTrx((trx) => approve(trx, owner.actor, approvalId, []))).toMatchObject({ state: 'proposed' })
    expect(await inTrx((trx) => approve(trx, manager.actor, approvalId, []))).toMatchObject({ state: 'approved' })
    expect(await listPending()).toContain(
      `Approval ${approvalId} was approved but not executed yet: Close February 2026.`,
    )
    const second = await close(101)
    if (!second.ok || second.passed) throw new Error('not proposed')
    expect(second).toMatchObject({ voided: true })
    expect(await close(100)).toMatchObject({ passed: false })
    const [open] = await query(`select id from approvals where state = 'proposed' and action = 'month.close'`)
    for (const { actor } of [owner, manager]) await inTrx((trx) => approve(trx, actor, open?.id, []))
    const passed = await Promise.all(Array.from({ length: engine === 'postgres' ? 50 : 2 }, () => close(100)))
    expect(passed.filter((one) => one.ok && one.passed)).toHaveLength(1)
    await expect(connection().pool.query(`update approvals set preview = '{}'`)).rejects.toThrow('never changes')
    await expect(connection().pool.query('delete from approvals')).rejects.toThrow('never deleted')
  })

  it('get one result from an approval that races with a change', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const manager = await makeStaff(db(), 'manager')
    const clerk = await makeStaff(db(), 'clerk')
    const proposed = await inTrx((trx) =>
      changeStaff(trx, owner.actor, { staffId: clerk.id, changes: { role: 'manager' }, reason: 'promoted' }),
    )
    if (!proposed.ok || proposed.passed) throw new Error('not proposed')
    const actions = approvableActions(jobs())
    const [changed, ...approved] = await Promise.all([
      inTrx((trx) =>
        changeStaff(trx, owner.actor, { staffId: clerk.id, changes: { name: 'Other' }, reason: 'a name' }),
      ),
      ...Array.from({ length: engine === 'postgres' ? 49 : 2 }, () =>
        inTrx((trx) => approve(trx, manager.actor, proposed.approvalId, actions)),
      ),
    ])
    expect(changed).toMatchObject({ ok: true })
    const succeeded = approved.filter(({ ok }) => ok)
    const [{ role } = { role: '' }] = await query(`select role from staff where id = ${clerk.id}`)
    expect([succeeded.length, role]).toEqual(role === 'manager' ? [1, 'manager'] : [0, 'clerk'])
  })

  it('wait a day for the reset of one of two approvers, and any of them can stop it', async () => {
    await alone()
    const owner = await makeStaff(db(), 'owner')
    const manager = await makeStaff(db(), 'manager')
    const reset = () =>
      inTrx((trx) => resetStaff(trx, cli('x'), { staffId: manager.id, kind: 'password', reason: 'lost' }, jobs()))
    const due = () => connection().pool.query(`update staff_resets set effective_at = now() where done_at is null`)
    const hash = async () => (await query(`select password_hash from staff where id = ${manager.id}`))[0]?.password_hash
    const listPending = async () =>
      (await query(`select id from staff_resets where stopped_at is null and done_at is null`))[0]?.id

    const proposal = await reset()
    expect(proposal).toMatchObject({ ok: true, effectiveAt: expect.any(Date) })
    expect(await reset()).toMatchObject({ ok: false, refusal: { code: 'reset_pending' } })
    expect(await query(`select 1 from pgboss.job where data ->> 'mail' = 'staff_reset'`)).toHaveLength(2)
    await inTrx((trx) => executeDueResets(trx, jobs()))
    expect(await hash()).not.toBeNull()
    const id = await listPending()
    expect(await inTrx((trx) => stopReset(trx, owner.actor, id))).toMatchObject({ ok: true })
    expect(await inTrx((trx) => stopReset(trx, owner.actor, id))).toMatchObject({ ok: false })
    await due()
    await inTrx((trx) => executeDueResets(trx, jobs()))
    expect(await hash()).not.toBeNull()

    await reset()
    await due()
    await inTrx((trx) => executeDueResets(trx, jobs()))
    expect(await hash()).toBeNull()
    expect(
      await query(`select 1 from pgboss.job where data ->> 'mail' = 'staff_link'
      and (data ->> 'staff_id')::int = ${manager.id}`),
    ).toHaveLength(1)
  })
})
