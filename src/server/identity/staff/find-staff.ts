import type { FastifyRequest } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import { problem } from '#server/http/errors.ts'
import type { Policy } from '#server/http/serve.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { hashToken } from '#server/platform/crypto/token.ts'
import type { Services } from '#server/platform/services.ts'
import { makePermissionPolicy } from './permission-policy.ts'
import { recordRefusal } from './record-refusal.ts'
import { makeStaffCookie } from './staff-cookie.ts'
import { findStaffSession, type StaffSession } from './staff-sessions.ts'

/** A signed-in staff member: the session, and the actor for use cases. */
export type Staff = StaffSession & { tokenHash: Buffer; actor: Extract<Actor, { kind: 'staff' }> }

/** Creates the policies for calls of staff. */
export function makeStaffPolicies({ db, config }: Pick<Services, 'db' | 'config'>) {
  const cookie = makeStaffCookie(config)
  async function findStaff(request: FastifyRequest): Promise<Staff | undefined> {
    const token = cookie.read(request)
    if (token === undefined) return undefined
    const tokenHash = hashToken(token)
    const session = await findStaffSession(db, tokenHash)
    if (!session) return undefined
    const { id: staffId, email, role } = session
    return {
      ...session,
      tokenHash,
      actor: { kind: 'staff', staffId, email, role, address: request.ip, requestId: request.id },
    }
  }
  const createSignedInPolicy = (isRefusalRecorded: boolean): Policy<Staff> => ({
    name: 'staff',
    async allow(request) {
      const staff = await findStaff(request)
      if (staff) return staff
      if (isRefusalRecorded) await recordRefusal(db, request, undefined, 'not signed in')
      throw problem('not_signed_in', serverMessages.signInRequired)
    },
  })
  /** Allows every signed-in staff member, whatever their role. */
  const staffOnly = createSignedInPolicy(true)
  /** For the call that reports who is signed in. The sign-in page makes it, so no session is a normal result. */
  const anySignedInStaff = createSignedInPolicy(false)
  /** Like `staffOnly`, with a proof from the last ten minutes. */
  const reauthenticatedStaff: Policy<Staff> = {
    name: 'staff',
    freshProof: true,
    async allow(request) {
      const staff = await staffOnly.allow(request)
      if (staff.recently_authenticated) return staff
      await recordRefusal(db, request, staff.actor, 'needs a fresh proof')
      throw problem('reauthentication_required', serverMessages.reauthenticationRequired)
    },
  }
  return {
    staffOnly,
    anySignedInStaff,
    provenStaff: reauthenticatedStaff,
    permitted: makePermissionPolicy({
      findStaff,
      refused: (request, staff, why) => recordRefusal(db, request, staff?.actor, why),
    }),
  }
}
