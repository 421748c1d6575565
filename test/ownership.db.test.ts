import type { LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import { adminCallPaths } from '#contract/admin-call-paths.ts'
import { callPaths } from '#contract/paths.ts'
import { openSession } from '#server/customers/sessions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { fillCart, ids } from '#test/owned-resources.ts'
import { listIdFields, recordRoutes } from '#test/recorded-routes.ts'

const routes = recordRoutes()
const MISSING = 2_000_000_000

/** docs/security G2: every call that takes an id, made by everyone who does not own it. */
databaseTest('owned resources', (connection) => {
  const suite = appForSuite(connection)
  const guest = () => browserOf(suite)
  const user = async (type: 'member' | 'franchise') => {
    const { id } = await makeUser(connection().db, { type })
    const browser = guest()
    browser.jar.set('session', await inTransaction(connection().db, (trx) => openSession(trx, id)))
    return browser
  }
  /** Dumps the whole database: a refused call changes nothing, regardless of the owner. */
  const snapshot = async () => {
    const { rows } = await connection().pool.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
    const tables = rows.map(({ name }) => `(select json_agg(t order by t::text) from "${name}" t) as "${name}"`)
    return (await connection().pool.query(`select ${tables.join(', ')}`)).rows[0]
  }

  it('every route declares its policy', () => {
    expect(routes.size).toBeGreaterThan(20)
    const withoutPolicy = [...routes.values()].filter(({ policy }) => !policy).map(({ name }) => name)
    expect(
      withoutPolicy,
      'Serve a call through serve() with a policy; give a plain route `config: { policy: … }`',
    ).toEqual([])
  })

  it('every call of the contract is served', () => {
    const calls = [...Object.entries(callPaths), ...Object.entries(adminCallPaths)].flatMap(([method, paths]) =>
      Object.values(paths).map((path) => `${method} ${path}`),
    )
    expect(calls.filter((call) => !routes.has(call))).toEqual([])
  })

  it('every id in a call is declared as owned or public', () => {
    const usedIds = [...routes.values()].flatMap((route) =>
      listIdFields(route).map((field) => `${route.name} ${field}`),
    )
    expect(usedIds.length).toBeGreaterThan(5)
    const missing = 'Declare in test/support/owned-resources.ts how an owner gets this resource, or why it is public'
    expect(
      usedIds.filter((id) => !(id in ids)),
      missing,
    ).toEqual([])
    expect(
      Object.keys(ids).filter((id) => !usedIds.includes(id)),
      'No call takes these ids any more: remove them from test/support/owned-resources.ts',
    ).toEqual([])
  })

  const ownedResources = Object.entries(ids).flatMap(([id, resources]) =>
    typeof resources === 'string' ? [] : resources.map((resource) => ({ id, ...resource })),
  )
  it.each(ownedResources)(
    '$id of a $owner is accessible to its owner only',
    async ({ id, owner: kind, create, request, expectedStatus }) => {
      const { db } = connection()
      const owner = kind === 'user' ? await user('franchise') : guest()
      const resource = await create(owner, db)
      const strangers = {
        'no login': guest(),
        'another user': await user('franchise'),
        'a user of type member': await user('member'),
        'a guest with a cart': guest(),
      }
      for (const stranger of Object.values(strangers).slice(1)) await fillCart(stranger, db)
      // The stranger owns such a resource with its own key, which opens nothing else.
      const { key } = await create(kind === 'user' ? await user('member') : guest(), db)

      const before = await snapshot()
      const signedInOnly = routes.get(id.slice(0, id.lastIndexOf(' ')))?.policy === 'signed in'
      for (const [name, stranger] of Object.entries(strangers)) {
        const result = comparable(await request(stranger, { ...resource, key }))
        expect([name, ...result]).toEqual([
          name,
          ...comparable(await request(stranger, { ...resource, id: MISSING, key })),
        ])
        const expected = signedInOnly && !stranger.jar.has('session') ? 401 : (expectedStatus ?? 404)
        expect([name, result[0]]).toEqual([name, expected])
      }
      expect(await snapshot()).toEqual(before)

      // The identical call of the owner succeeds: the stranger was refused, not the form.
      expect((await request(owner, resource)).statusCode).toBeLessThan(300)
    },
  )
})

/** The whole response except its request id. */
function comparable({ statusCode, headers, body }: LightMyRequestResponse): unknown[] {
  return [statusCode, headers['content-type'], headers['set-cookie'], body.replace(/"request_id":"[^"]*"/, '')]
}
