import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { changeStaff } from '#server/identity/staff/change-staff.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { eraseUser } from '#server/privacy/erase-personal-data.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { signInNewMember } from '#test/member.ts'
import { fillCart } from '#test/owned-resources.ts'
import { recordRoutes } from '#test/recorded-routes.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { endAllSessions } from './sessions.ts'

const routes = recordRoutes()
const reason = 'They cannot find their statement'

/** docs/back-office §4: read-only, banner, 15 minutes, logged. */
databaseTest('staff who sign in as a member', (connection) => {
  const suite = appForSuite(connection)
  const staffBrowser = async (role: Role, hasFreshProof = true) => {
    const staff = await makeStaff(connection().db, role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id, hasFreshProof))
    return { ...browser, staff }
  }
  const open = async (overrides: Parameters<typeof makeUser>[1] = {}) => {
    const member = await signInNewMember(suite, connection, overrides)
    const manager = await staffBrowser('manager')
    const response = await manager.post(`/admin/members/${member.user.id}/sign-in-as`, { reason })
    expect([response.statusCode, response.json()]).toEqual([200, { path: '/account' }])
    return { member, manager }
  }
  const entries = async (userId: UserId) =>
    (
      await sql<{ action: string; actor_name: string; payload: unknown }>`
        select action, actor_name, payload from audit_entries left join audit_payloads on entry_id = audit_entries.id
         where subject_kind = 'member' and subject_id = ${String(userId)} order by audit_entries.id`.execute(
        connection().db,
      )
    ).rows
  /** Returns the ID of the user that the shop sees. */
  const findShownUserId = async (browser: {
    get(url: string): Promise<{ statusCode: number; json(): { id: number } }>
  }) => {
    const response = await browser.get('/account/user.json')
    return response.statusCode === 200 ? response.json().id : response.statusCode
  }

  it('need the permission, a recent sign-in proof and a reason, and see what the member sees', async () => {
    const { id } = await makeUser(connection().db)
    const requestSignIn = async (role: Role, hasFreshProof: boolean, body: object) =>
      (await (await staffBrowser(role, hasFreshProof)).post(`/admin/members/${id}/sign-in-as`, body)).statusCode
    expect(await requestSignIn('clerk', true, { reason })).toBe(403)
    expect(await requestSignIn('manager', false, { reason })).toBe(403)
    expect(await requestSignIn('manager', true, { reason: ' ' })).toBe(422)
    expect(await (await staffBrowser('owner')).post('/admin/members/2000000000/sign-in-as', { reason })).toMatchObject({
      statusCode: 404,
    })

    const { member, manager } = await open()
    await fillCart(member, connection().db)
    expect(await findShownUserId(manager)).toBe(member.user.id)
    expect((await manager.get('/cart.json')).json()).toEqual((await member.get('/cart.json')).json())
    const [entry] = await entries(member.user.id)
    expect(entry).toMatchObject({
      action: 'member.impersonation_started',
      actor_name: manager.staff.email,
      payload: { reason },
    })
    // The member's own list of sessions does not include it.
    const memberPage = (await manager.get(`/admin/members/${member.user.id}.json`)).json()
    expect(memberPage.sign_ins.open).toBe(1)
  })

  it('cannot change anything through any call of the shop, and attempts are logged with both names', async () => {
    const { member, manager } = await open()
    await fillCart(member, connection().db)
    const readAllTables = async () => {
      const { rows } = await connection().pool.query(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
           and relname !~ '^audit_' order by 1`,
      )
      const tables = rows.map(
        ({ name }) => `(select json_agg(to_jsonb(t) - 'last_used_at' order by t::text) from "${name}" t) as "${name}"`,
      )
      return (await connection().pool.query(`select ${tables.join(', ')}`)).rows[0]
    }
    const before = await readAllTables()
    const changingRoutes = [...routes.values()].filter(
      ({ name, url }) => name.startsWith('POST ') && !url.startsWith('/admin/') && name !== 'POST /logout',
    )
    expect(changingRoutes.length).toBeGreaterThan(30)
    for (const { name, url, call } of changingRoutes) {
      const path = url.replaceAll(/:\w+/g, '1')
      const responses = [await manager.post(path, {})]
      if (call?.file)
        responses.push(
          await manager.postForm(path, new FormData()),
          await manager.postForm(path, new FormData(), 'none'),
        )
      for (const { statusCode, body } of responses) {
        expect([name, statusCode]).toEqual([name, 403])
        // A form without a token is refused for any visitor.
        expect(['read_only_session', 'page_expired']).toContain(JSON.parse(body).code)
      }
    }
    expect(await readAllTables()).toEqual(before)
    const refused = (await entries(member.user.id)).filter(({ action }) => action === 'request.denied')
    expect(refused.length).toBeGreaterThanOrEqual(changingRoutes.length)
    expect(new Set(refused.map(({ actor_name }) => actor_name))).toEqual(new Set([manager.staff.email]))
    expect(refused).toContainEqual(
      expect.objectContaining({
        payload: expect.objectContaining({
          after: { call: 'POST /account/child/add', why: 'signed in as the member' },
        }),
      }),
    )
    // The member's own session still works.
    expect((await member.post('/check-email', { email: 'somebody@example.com' })).statusCode).toBe(200)
  })

  it('end the session with the button or by signing out, and return to an unchanged back office', async () => {
    for (const path of ['/admin/sign-in-as/end', '/logout']) {
      const { member, manager } = await open()
      expect((await manager.post(path, {})).statusCode).toBe(200)
      expect(await findShownUserId(manager)).toBe(401)
      expect((await entries(member.user.id)).at(-1)).toMatchObject({
        action: 'member.impersonation_ended',
        actor_name: manager.staff.email,
      })
      expect((await manager.get(`/admin/members/${member.user.id}.json`)).statusCode).toBe(200)
      expect(await findShownUserId(member)).toBe(member.user.id)
    }
    const { member, manager } = await open()
    const form = { _csrf: manager.csrf() }
    const asForm = { accept: 'text/html' }
    const response = await manager.post('/admin/sign-in-as/end', form, '127.0.0.1', asForm)
    expect([response.statusCode, response.headers.location]).toEqual([303, `/admin/members/${member.user.id}`])
    // A member's call does not end the member's own session.
    expect((await member.post('/admin/sign-in-as/end', {})).json()).toEqual({ path: '/admin/members' })
    expect(await findShownUserId(member)).toBe(member.user.id)
  })

  it('lose the session immediately when their own session, role or account, or the member’s account or session, ends', async () => {
    const { db } = connection()
    const owner = await makeStaff(db, 'owner')
    const change = (id: number, changes: Parameters<typeof changeStaff>[2]['changes']) =>
      inTransaction(db, (trx) => changeStaff(trx, owner.actor, { staffId: id, changes, reason }))
    type MemberSession = Awaited<ReturnType<typeof open>>
    const ends: Record<string, (opened: MemberSession) => Promise<unknown>> = {
      'they sign out': ({ manager }) => manager.post('/admin/logout', {}),
      'they have been idle for half an hour': ({ manager }) =>
        sql`update staff_sessions set last_used_at = now() - interval '31 minutes' where staff_id = ${manager.staff.id}`.execute(
          db,
        ),
      'they are suspended': ({ manager }) => change(manager.staff.id, { active: false }),
      // Simulates direct access to the database.
      'they are suspended directly in the database': ({ manager }) =>
        sql`update staff set active = false where id = ${manager.staff.id}`.execute(db),
      'their role lacks it': ({ manager }) =>
        sql`update staff set role = 'clerk' where id = ${manager.staff.id}`.execute(db),
      'the 15 minutes are over': ({ member }) =>
        sql`update sessions set created_at = now() - interval '15 minutes'
             where user_id = ${member.user.id} and staff_session_hash is not null`.execute(db),
      'the member ends all sign-ins': ({ member }) => inTransaction(db, (trx) => endAllSessions(trx, member.user.id)),
      'the member is suspended': ({ member }) =>
        sql`update users set status = 'suspended' where id = ${member.user.id}`.execute(db),
      'the member is erased': ({ member }) =>
        inTransaction(db, (trx) => eraseUser(trx, owner.actor, member.user.id, 'Asked by phone')),
    }
    // Ensures that the staff above are not among the last approvers.
    for (let i = 0; i < 4; i++) await makeStaff(db, 'owner')
    for (const [when, end] of Object.entries(ends)) {
      const opened = await open()
      expect([when, await findShownUserId(opened.manager)]).toEqual([when, opened.member.user.id])
      await end(opened)
      expect([when, await findShownUserId(opened.manager)]).toEqual([when, 401])
    }
  })

  it('have one such session at a time, and none for colleagues or accounts that cannot sign in', async () => {
    const { db } = connection()
    const { manager, member } = await open()
    const token = manager.jar.get('session') as string
    const next = await signInNewMember(suite, connection)
    expect((await manager.post(`/admin/members/${next.user.id}/sign-in-as`, { reason })).statusCode).toBe(200)
    expect(await findShownUserId(manager)).toBe(next.user.id)
    const earlier = browserOf(suite)
    earlier.jar.set('session', token)
    expect(await findShownUserId(earlier)).toBe(401)
    expect(await findShownUserId(member)).toBe(member.user.id)

    const colleague = await makeStaff(db, 'clerk', { email: `shops.too${Date.now()}@shop.example`, active: false })
    const refused = [{ id: (await makeUser(db, { email: colleague.email })).id, code: 'staff_account' }]
    for (const status of ['suspended', 'closed']) {
      const user = await makeUser(db)
      await sql`update users set status = ${status} where id = ${user.id}`.execute(db)
      refused.push({ id: user.id, code: 'account_blocked' })
    }
    for (const { id, code } of refused)
      expect((await manager.post(`/admin/members/${id}/sign-in-as`, { reason })).json()).toMatchObject({
        status: 409,
        code,
      })
    expect(await findShownUserId(manager)).toBe(next.user.id)
  })

  it('are signed out of a personal account in the same browser', async () => {
    const personalBrowser = await signInNewMember(suite, connection)
    const manager = await staffBrowser('manager')
    const token = personalBrowser.jar.get('session') as string
    manager.jar.set('session', token)
    const { id } = await makeUser(connection().db)
    expect((await manager.post(`/admin/members/${id}/sign-in-as`, { reason })).statusCode).toBe(200)
    expect(await findShownUserId(manager)).toBe(id)
    expect(await findShownUserId(personalBrowser)).toBe(401)
  })
})
