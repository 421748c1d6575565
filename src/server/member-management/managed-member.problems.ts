import { serverMessages } from '#contract/server-messages.ts'
import type { ResendRefusal } from '#server/account/resend-invitation.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { MemberRefusal } from './change-member.ts'

export const memberChanged = 'Somebody else has changed this member meanwhile. Nothing was changed by you.'

/** One that is not there and one of somebody else look the same. */
export const noInvitation = (): ProblemError =>
  problem(404, 'This invitation is not open any more: it was accepted, declined or revoked, or its 14 days are over.')

export const resendProblem = (refusal: ResendRefusal): ProblemError =>
  refusal === 'no_invitation'
    ? noInvitation()
    : problem(409, 'Somebody has sent this invitation again meanwhile. It was not sent once more.')

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export function memberProblem(refusal: MemberRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown':
      return notFound()
    case 'changed_meanwhile':
      return problem(409, memberChanged)
    case 'erased':
      return problem(409, 'They were erased: there is nothing to change.')
    case 'unchanged':
      return problem(422, 'Nothing was changed: these are the member’s details already.')
    case 'no_reason':
      return at('reason', serverMessages.reasonMissing)
    case 'no_licence':
      return problem(422, 'They have not entered a license number and state.')
    case 'no_expiry':
      return at('expires_on', 'Until when is it valid? Please enter the last day.')
    case 'expiry_over':
      return at('expires_on', 'This day is over.')
    case 'licence_taken': {
      const { licence_state, licence_number, member_no } = refusal.by
      return problem(409, `The license ${licence_state} ${licence_number} is approved for member ${member_no}.`)
    }
  }
}
