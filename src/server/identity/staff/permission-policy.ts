import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/base/call.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'
import { problem } from '#server/http/errors.ts'
import type { Policy } from '#server/http/serve.ts'

type PermissionDeps<Staff> = {
  /** Returns undefined for everyone who is not staff, including members. */
  findStaff(request: FastifyRequest): Promise<Staff | undefined>
  /** Called for every refusal, for the audit log. */
  refused(request: FastifyRequest, staff: Staff | undefined, why: string): Promise<void>
}

/**
 * Creates the policy of the back office's calls, in addition to `anyone` and `signed in`. Responds with 401 if not
 * signed in as staff, and with 403 if the role lacks the call's permission or a required fresh proof is too old
 * (docs/back-office §1).
 */
export const makePermissionPolicy =
  <Staff extends { role: Role; recently_authenticated: boolean }>({ findStaff, refused }: PermissionDeps<Staff>) =>
  ({ permission, freshProof }: Call & { permission: Permission }): Policy<Staff> => ({
    name: permission,
    permission,
    freshProof,
    async allow(request) {
      const staff = await findStaff(request)
      if (!staff) {
        await refused(request, undefined, 'not signed in')
        throw problem('not_signed_in', serverMessages.signInRequired)
      }
      if (!hasPermission(staff.role, permission)) {
        await refused(request, staff, `needs ${permission}`)
        throw problem('not_permitted', serverMessages.notPermitted)
      }
      if (freshProof && !staff.recently_authenticated) {
        await refused(request, staff, 'needs a fresh proof')
        throw problem('reauthentication_required', serverMessages.reauthenticationRequired)
      }
      return staff
    },
  })
