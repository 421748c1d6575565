import type { FastifyInstance } from 'fastify'
import {
  changeMemberCall,
  decideLicenseCall,
  mailsOfMemberCall,
  managedMemberCall,
  managedMembersCall,
  memberLicenseFileCall,
  memberRenewalFileCall,
  resendInvitationCall,
  revokeInvitationCall,
} from '#contract/customers/admin-calls.ts'
import type { NoValue, Result } from '#domain/result.ts'
import { sendAttachment } from '#server/content/uploads/send-attachment.ts'
import { findLicense } from '#server/customers/find-license.ts'
import { resendInvitation } from '#server/customers/resend-invitation.ts'
import { revokeInvitation } from '#server/customers/revoke-invitation.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { listMemberEmails } from '#server/mail/outbox/list-outbox.ts'
import type { InvitationId, UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { changeMember, decideLicense, type MemberRefusal } from './change-member.ts'
import { listMembers } from './list-members.ts'
import { invitationClosedProblem, invitationResent, memberChanged, memberProblem } from './managed-member.errors.ts'
import { presentMember } from './present-member.ts'
import { readMember } from './read-member.ts'

/** Routes for staff to view and change members (docs/back-office §4). */
export function managedMemberRoutes(app: FastifyInstance, services: Services): void {
  const { files, db, jobs, settings } = services
  const { permitted } = makeStaffPolicies(services)
  const getShop = () => ({ requireLicenseApproval: settings.get('approve_licenses'), jobs })
  const requireMember = async (id: number) => {
    const details = await readMember(db, id as UserId, Date.now())
    if (!details) throw notFound()
    return presentMember(details)
  }
  const respond = async (id: number, result: Result<NoValue, MemberRefusal>) => {
    if (result.ok) return requireMember(id)
    if (result.refusal.code !== 'stale') throw memberProblem(result.refusal)
    throw problem('stale', memberChanged, { current: await requireMember(id) })
  }

  serve(app, managedMembersCall, permitted(managedMembersCall), ({ query }) => listMembers(services, query))

  serve(app, managedMemberCall, permitted(managedMemberCall), ({ params }) => requireMember(params.member_id))

  serve(app, mailsOfMemberCall, permitted(mailsOfMemberCall), async ({ params }) => {
    const { id: userId, email } = await requireMember(params.member_id)
    return { data: await listMemberEmails(db, { userId, email }) }
  })

  serve(app, changeMemberCall, permitted(changeMemberCall), async ({ params, body, caller: { actor } }) => {
    const { expected_version: expectedVersion, reason, first_name, last_name, phone_number, type, status } = body
    const changes = {
      ...(first_name !== undefined && { first_name }),
      ...(last_name !== undefined && { last_name }),
      ...(phone_number !== undefined && { phone_number }),
      ...(type !== undefined && { type }),
      ...(status !== undefined && { status }),
    }
    const id = params.member_id as UserId
    const changed = await inTransaction(db, (trx) =>
      changeMember(trx, actor, { id, changes, expectedVersion, reason }, getShop()),
    )
    return respond(id, changed)
  })

  serve(app, decideLicenseCall, permitted(decideLicenseCall), async ({ params, body, caller: { actor } }) => {
    const id = params.member_id as UserId
    const { decision, expected_version: expectedVersion, ...details } = body
    const license = { ...details, expectedVersion }
    const decided = await inTransaction(db, (trx) => decideLicense(trx, actor, id, decision, license, getShop()))
    return respond(id, decided)
  })

  serve(app, resendInvitationCall, permitted(resendInvitationCall), async ({ params, body, caller: { actor } }) => {
    const { reason, expected_version: expectedVersion } = body
    const resending = { ...toInvitationKey(params), reason, expectedVersion }
    const resent = await inTransaction(db, (trx) => resendInvitation(trx, actor, resending, jobs))
    const member = await requireMember(resending.inviterId)
    if (resent.ok) return member
    const current = member.invitations.find(({ id }) => id === resending.id)
    if (resent.refusal.code === 'not_found' || !current) throw invitationClosedProblem()
    throw problem('stale', invitationResent, { current })
  })

  serve(app, revokeInvitationCall, permitted(revokeInvitationCall), async ({ params, body, caller: { actor } }) => {
    const { inviterId, id } = toInvitationKey(params)
    const revoked = await inTransaction(db, (trx) => revokeInvitation(trx, actor, { inviterId, id, ...body }))
    if (!revoked.ok) throw invitationClosedProblem()
    return requireMember(inviterId)
  })

  serve(app, memberLicenseFileCall, permitted(memberLicenseFileCall), async ({ params, reply }) => {
    const row = await findLicense(db, params.member_id as UserId)
    if (!row?.file || row.file_title === null) throw notFound()
    return sendAttachment(reply, files, { file: row.file, name: row.file_title })
  })

  serve(app, memberRenewalFileCall, permitted(memberRenewalFileCall), async ({ params, reply }) => {
    const row = await findLicense(db, params.member_id as UserId)
    if (!row?.renewal_file || row.renewal_file_title === null) throw notFound()
    return sendAttachment(reply, files, { file: row.renewal_file, name: row.renewal_file_title })
  })
}

const toInvitationKey = ({ member_id, invitation_id }: { member_id: number; invitation_id: number }) => ({
  inviterId: member_id as UserId,
  id: invitation_id as InvitationId,
})
