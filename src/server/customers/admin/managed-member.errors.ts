import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { MemberRefusal } from './change-member.ts'

export const memberChanged = 'Someone else changed this member. Your change wasn’t saved.'

/** Missing invitations and those of other members give the same response. */
export const invitationClosedProblem = (): ProblemError =>
  problem('not_found', 'This invitation is no longer open: it was accepted, declined or revoked, or has expired.')

export const invitationResent = 'Someone else already resent this invitation. It wasn’t sent twice.'

export function memberProblem(refusal: Exclude<MemberRefusal, { code: 'stale' }>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'already_erased':
      return problem(refusal.code, 'This member’s data was erased, so it can’t be changed.')
    case 'member_unchanged':
      return problem(refusal.code, 'There are no changes to save.')
    case 'reason_required':
      return reasonRequired()
    case 'no_license':
      return problem(refusal.code, 'The member hasn’t entered a license number and state.')
    case 'expiration_required':
      return fieldProblem(refusal.code, 'expires_on', 'Enter the expiration date.')
    case 'expiration_in_past':
      return fieldProblem(refusal.code, 'expires_on', 'This date is in the past.')
    case 'license_taken': {
      const { license_state, license_number, member_no } = refusal.holder
      return problem(
        refusal.code,
        `License ${license_state} ${license_number} is already approved for member ${member_no}.`,
      )
    }
  }
}
