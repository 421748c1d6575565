import { serverMessages } from '#contract/base/server-messages.ts'
import type { ResendRefusal } from '#server/customers/resend-invitation.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { MemberRefusal } from './change-member.ts'

export const memberChanged = 'Someone else changed this member. Your change wasn’t saved.'

/** Missing invitations and those of other members give the same response. */
export const invitationClosedProblem = (): ProblemError =>
  problem(404, 'This invitation is no longer open: it was accepted, declined or revoked, or has expired.')

export const resendProblem = (refusal: ResendRefusal): ProblemError =>
  refusal.code === 'invitation_not_found'
    ? invitationClosedProblem()
    : problem(409, 'Someone else already resent this invitation. It wasn’t sent twice.')

const fieldProblem = (field: string, message: string): ProblemError => problem(422, message, { [field]: message })

export function memberProblem(refusal: MemberRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'stale':
      return problem(409, memberChanged)
    case 'already_erased':
      return problem(409, 'This member’s data was erased, so it can’t be changed.')
    case 'unchanged':
      return problem(422, 'There are no changes to save.')
    case 'reason_required':
      return fieldProblem('reason', serverMessages.reasonRequired)
    case 'no_license':
      return problem(422, 'The member hasn’t entered a license number and state.')
    case 'expiration_required':
      return fieldProblem('expires_on', 'Enter the expiration date.')
    case 'expiration_in_past':
      return fieldProblem('expires_on', 'This date is in the past.')
    case 'license_taken': {
      const { license_state, license_number, member_no } = refusal.holder
      return problem(409, `License ${license_state} ${license_number} is already approved for member ${member_no}.`)
    }
  }
}
