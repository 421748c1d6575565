import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { may, type Permission, type Role } from '#contract/permissions.ts'
import { serverMessages } from '#contract/server-messages.ts'
import { problem } from '#server/http/errors.ts'
import type { Policy } from '#server/http/serve.ts'

/**
 * The policy of the back office's calls, beside `anyone` and `signed in`: 401 for whoever is not signed in as staff, 403
 * for a role that lacks the call's permission (docs/back-office §1). `findStaff` gives undefined for everybody who is
 * not staff, members included.
 */
export const makePermitted =
  <Staff extends { role: Role }>(findStaff: (request: FastifyRequest) => Promise<Staff | undefined>) =>
  ({ permission }: Call & { permission: Permission }): Policy<Staff> => ({
    name: permission,
    permission,
    async allow(request) {
      const staff = await findStaff(request)
      if (!staff) throw problem(401, serverMessages.signInNeeded)
      if (!may(staff.role, permission)) throw problem(403, serverMessages.notPermitted)
      return staff
    },
  })
