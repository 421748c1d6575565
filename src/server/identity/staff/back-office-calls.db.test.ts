import { expect, it } from 'vitest'
import { hasPermission, type Role, roles } from '#contract/permissions.ts'
import { openSession } from '#server/customers/sessions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { callFixtures, isReadOnly } from '#test/call-fixtures.ts'
import { anyDatabaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { listFields, listIdFields, recordRoutes, type ServedRoute } from '#test/recorded-routes.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

const routes = recordRoutes()

/**
 * Sign-in calls, which come before there is a role, and calls of the user's own account. Everything else names a
 * permission.
 */
const WITHOUT_PERMISSION = [
  'GET /admin/me.json',
  'GET /admin/me/profile.json',
  'POST /admin/login',
  'POST /admin/logout',
  'POST /admin/me/end-other-sign-ins',
  'POST /admin/me/name',
  'POST /admin/me/password',
  'POST /admin/me/recovery-codes',
  'POST /admin/me/second-factor/confirm',
  'POST /admin/me/second-factor/start',
  'POST /admin/prove',
  'POST /admin/set-password/open',
  'POST /admin/set-password/save',
  'POST /admin/setup/open',
  'POST /admin/setup/owner',
  'POST /admin/sign-in-as/end',
  'POST /admin/stop-reset/open',
  'POST /admin/stop-reset/stop',
]

/** Greater than every integer of PostgreSQL. */
const TOO_LARGE = 2 ** 31
const ODD = ['\0', String(TOO_LARGE), '1.5', '9999-12', '2026-02-31', '2026-02-31.1']
const listUnusual = (value: unknown): unknown[] =>
  typeof value === 'string' ? [`${value}\0`, ...ODD] : typeof value === 'number' ? [TOO_LARGE, -TOO_LARGE - 1] : []

/** docs/security G26: generated from the table of routes, so that new calls are covered. */
anyDatabaseTest('every call of the back office', (connection) => {
  const suite = appForSuite(connection)
  const calls = () => [...routes.values()].filter(({ url, call }) => url.startsWith('/admin/') && call)
  const guarded = () => calls().filter(({ name }) => !WITHOUT_PERMISSION.includes(name))
  /**
   * Snapshot of everything except the audit log and the attempt counters. Each row is identified by its location and
   * the transaction that wrote it, so that a rewritten row differs even with equal values.
   */
  const everything = async () => {
    const { rows } = await connection().pool.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and relname !~ '^(audit_|attempts)' order by 1`,
    )
    // The last use of a session is updated once a minute by any request, which is not an effect of a call.
    const readContent = (name: string) =>
      name === 'staff_sessions'
        ? `json_agg(to_jsonb(t) - 'last_used_at' order by t.token_hash)`
        : `string_agg(ctid || ' ' || xmin, ', ' order by ctid)`
    const tables = rows.map(({ name }) => `(select ${readContent(name)} from "${name}" t) as "${name}"`)
    return (await connection().pool.query(`select ${tables.join(', ')}`)).rows[0]
  }
  const refusals = async (): Promise<number> =>
    (await connection().pool.query(`select count(*)::int as n from audit_entries where action = 'request.denied'`))
      .rows[0].n

  it('names a permission', () => {
    expect(guarded().length).toBeGreaterThan(5)
    expect(
      calls()
        .filter(({ call }) => call?.permission === undefined)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(WITHOUT_PERMISSION)
  })

  it('follows the table of permissions, and a refusal has no effect but an audit entry', async () => {
    const { db } = connection()
    const browserWith = (cookie?: [string, string]) => {
      const browser = browserOf(suite)
      if (cookie) browser.jar.set(...cookie)
      return browser
    }
    const { id } = await makeUser(db, { type: 'franchise' })
    const session = await inTransaction(db, (trx) => openSession(trx, id))
    const strangers = { guest: browserWith(), member: browserWith(['session', session]) }
    const staff: { role: Role; email: string; reauthenticated: boolean; browser: ReturnType<typeof browserOf> }[] = []
    for (const role of roles) {
      const { id, email } = await makeStaff(db, role)
      for (const reauthenticated of [true, false])
        staff.push({
          role,
          email,
          reauthenticated,
          browser: browserWith(['staff', await staffSession(db, id, reauthenticated)]),
        })
    }
    const owner = browserWith(['staff', await staffSession(db, (await makeStaff(db, 'owner')).id, true)])
    /** Returns valid input for the call, or unknown IDs if there is none. */
    const prepare = async (route: ServedRoute) => {
      const {
        params = {},
        query,
        body = {},
      } = (await callFixtures[route.name]?.({ owner, connection: connection() })) ?? {}
      const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name] ?? 2_000_000_000))
      const url = query === undefined ? path : `${path}?${query}`
      return (browser: ReturnType<typeof browserOf>) =>
        route.call?.method === 'GET' ? browser.get(url) : browser.post(url, body)
    }
    const listEntries = async (email: string): Promise<number> =>
      (
        await connection().pool.query(
          `select count(*)::int as n from audit_entries where actor_name = $1 and action <> 'request.denied'`,
          [email],
        )
      ).rows[0].n

    const needs = ({ name, call }: ServedRoute) => {
      const { permission, freshProof = false } = call ?? {}
      if (!permission) throw new Error(`${name} names no permission`)
      return { permission, freshProof }
    }
    const sends = []
    for (const route of guarded()) sends.push({ route, send: await prepare(route) })
    const before = await everything()
    for (const { route, send } of sends) {
      const { permission, freshProof } = needs(route)
      for (const [who, browser] of Object.entries(strangers)) {
        const entries = await refusals()
        expect([route.name, who, (await send(browser)).statusCode]).toEqual([route.name, who, 401])
        // Requests of strangers are rate limited, so that they cannot fill the log.
        expect((await refusals()) - entries).toBeLessThanOrEqual(1)
      }
      const isAllowed = ({ role, reauthenticated }: (typeof staff)[number]) =>
        hasPermission(role, permission) && (reauthenticated || !freshProof)
      for (const { role, reauthenticated, browser } of staff.filter((member) => !isAllowed(member))) {
        const entries = await refusals()
        const { statusCode } = await send(browser)
        expect([route.name, role, reauthenticated, statusCode]).toEqual([route.name, role, reauthenticated, 403])
        expect(await refusals()).toBe(entries + 1)
      }
    }
    // All refused calls together have changed nothing.
    expect(await everything()).toEqual(before)

    for (const { route } of sends) {
      const { permission, freshProof } = needs(route)
      // Staff without recent re-authentication can do everything that does not need one.
      for (const { role, email, browser } of staff.filter(
        (member) => hasPermission(member.role, permission) && member.reauthenticated === freshProof,
      )) {
        const doIt = await prepare(route)
        const entries = await listEntries(email)
        const { statusCode, body } = await doIt(browser)
        if (route.name in callFixtures) {
          expect([route.name, role, statusCode < 300 || body]).toEqual([route.name, role, true])
          // Every effect is recorded under the name of the person who caused it.
          if (!isReadOnly(route.name)) expect(await listEntries(email), route.name).toBeGreaterThan(entries)
        }
        // Otherwise it finds nothing or is refused for its fields, but never for its sender.
        expect([route.name, role, statusCode]).not.toEqual([route.name, role, 401])
        expect([route.name, role, statusCode]).not.toEqual([route.name, role, 403])
        expect([route.name, role, statusCode < 500]).toEqual([route.name, role, true])
      }
    }
    expect(await refusals()).toBeGreaterThan(10)
  }, 600_000)

  it('responds to values out of range and impossible dates with a message', async () => {
    const owner = browserOf(suite)
    owner.jar.set('staff', await staffSession(connection().db, (await makeStaff(connection().db, 'owner')).id, true))
    for (const route of guarded()) {
      const fixture = (await callFixtures[route.name]?.({ owner, connection: connection() })) ?? {}
      const { params = {}, query, body = {} } = fixture
      const toPath = (params: Record<string, number | string>) =>
        route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? TOO_LARGE))
      const idsInBody = Object.fromEntries(listIdFields(route).map((id) => [id, TOO_LARGE]))
      const requests: [path: string, body: object][] = [
        [toPath(params), { ...body, ...idsInBody }],
        ...Object.entries(body).flatMap(([name, value]) =>
          listUnusual(value).map((odd): [string, object] => [toPath(params), { ...body, [name]: odd }]),
        ),
        ...Object.keys(params).flatMap((name) =>
          ODD.map((odd): [string, object] => [toPath({ ...params, [name]: odd }), body]),
        ),
        ...listFields(route.call?.query).flatMap((name) =>
          ODD.map((odd): [string, object] => {
            const search = new URLSearchParams(query)
            search.set(name, odd)
            return [`${toPath(params)}?${search}`, body]
          }),
        ),
      ]
      for (const [path, body] of requests) {
        const { statusCode } = await (route.call?.method === 'GET' ? owner.get(path) : owner.post(path, body))
        expect([route.name, path, body, statusCode < 500]).toEqual([route.name, path, body, true])
      }
    }
  })

  it('lists test input only for existing calls', () => {
    const names = calls().map(({ name }) => name)
    expect(Object.keys(callFixtures).filter((name) => !names.includes(name))).toEqual([])
  })
})
