import { serverMessages } from '#contract/server-messages.ts'
import type { ResendRefusal } from '#server/account/resend-invitation.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { MemberRefusal } from './change-member.ts'

export const memberChanged = 'Somebody else has changed this member. Your change was not saved.'

/** Missing invitations and those of other members give the same response. */
export const noInvitation = (): ProblemError =>
  problem(404, 'This invitation is no longer open: it was accepted, declined or revoked, or has expired.')

export const resendProblem = (refusal: ResendRefusal): ProblemError =>
  refusal === 'no_invitation'
    ? noInvitation()
    : problem(409, 'Somebody else has already sent this invitation again. It was not sent twice.')

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export function memberProblem(refusal: MemberRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown':
      return notFound()
    case 'changed_meanwhile':
      return problem(409, memberChanged)
    case 'erased':
      return problem(409, 'This member was erased and cannot be changed.')
    case 'unchanged':
      return problem(422, 'These are already the member’s details. Nothing was changed.')
    case 'no_reason':
      return at('reason', serverMessages.reasonMissing)
    case 'no_licence':
      return problem(422, 'The member has not entered a license number and state.')
    case 'no_expiry':
      return at('expires_on', 'Please enter the expiry date.')
    case 'expiry_over':
      return at('expires_on', 'This date is in the past.')
    case 'licence_taken': {
      const { licence_state, licence_number, member_no } = refusal.by
      return problem(409, `The license ${licence_state} ${licence_number} is already approved for member ${member_no}.`)
    }
  }
}
