import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from '#contract/base/call.ts'
import { hasPermission, type Permission, permissions, type Role, roles } from '#contract/permissions.ts'
import { describeApi } from '#server/http/api-description.ts'
import { handleErrors } from '#server/http/errors.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { makePermissionPolicy } from './permission-policy.ts'

const all = Object.keys(permissions) as Permission[]
const createCall = (permission: Permission) =>
  ({
    method: 'POST',
    path: `/admin/${permission}`,
    summary: `Something that needs ${permission}`,
    permission,
    responses: { 200: z.object({ by: z.string() }) },
  }) satisfies Call

let app: FastifyInstance
/** Actions performed by handlers. */
const served: string[] = []
/** Reported refusals. */
const refusals: string[] = []

beforeAll(async () => {
  app = Fastify()
  handleErrors(app, async (_request, reply) => reply.send('page'))
  describeApi(app, 'http://shop.test')
  const permitted = makePermissionPolicy({
    findStaff: async ({ headers }) =>
      typeof headers.role === 'string' ? { role: headers.role as Role, recently_authenticated: false } : undefined,
    refused: async (_request, _staff, why) => void refusals.push(why),
  })
  for (const permission of all) {
    const call = createCall(permission)
    serve(app, call, permitted(call), async ({ caller }) => {
      served.push(permission)
      return { by: caller.role }
    })
  }
  await app.ready()
})
afterAll(() => app.close())

const send = (permission: Permission, role?: Role) =>
  app.inject({ method: 'POST', url: `/admin/${permission}`, headers: { ...(role && { role }) } })

describe('a call of the back office', () => {
  it.each(roles)('follows the table of permissions for a %s, and a refusal has no effect', async (role) => {
    for (const permission of all) {
      served.length = 0
      const { statusCode } = await send(permission, role)
      expect(statusCode, permission).toBe(hasPermission(role, permission) ? 200 : 403)
      expect(served, permission).toEqual(hasPermission(role, permission) ? [permission] : [])
    }
  })

  it('is refused to everyone who is not staff', async () => {
    served.length = 0
    refusals.length = 0
    for (const permission of all) expect((await send(permission)).statusCode).toBe(401)
    expect(served).toEqual([])
    expect(refusals).toEqual(all.map(() => 'not signed in'))
  })

  it('cannot be served by a policy that does not check its permission', () => {
    expect(() => serve(Fastify(), createCall('months.close'), anyone, async () => ({ by: 'anyone' }))).toThrow(
      'months.close',
    )
    const call = createCall('months.close')
    const clerk = {
      findStaff: async () => ({ role: 'clerk' as const, recently_authenticated: true }),
      refused: async () => {},
    }
    const weaker = makePermissionPolicy(clerk)(createCall('orders.read'))
    expect(() => serve(Fastify(), call, weaker, async () => ({ by: 'clerk' }))).toThrow('months.close')
    const callWithProof = { ...createCall('orders.read'), freshProof: true } satisfies Call
    expect(() => serve(Fastify(), callWithProof, weaker, async () => ({ by: 'clerk' }))).toThrow('fresh proof')
  })

  it('names its permission in the API description', async () => {
    const { paths } = (await app.inject({ url: '/openapi.json' })).json()
    const { tags, description, responses } = paths['/admin/months.close'].post
    expect({ tags, description }).toEqual({
      tags: ['Back office'],
      description: 'Needs the permission months.close.',
    })
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403']))
  })
})
