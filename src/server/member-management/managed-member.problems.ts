import { serverMessages } from '#contract/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { MemberRefusal } from './change-member.ts'

export const memberChanged = 'Somebody else has changed this member meanwhile. Nothing was changed by you.'

export function memberProblem(refusal: MemberRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown':
      return notFound()
    case 'changed_meanwhile':
      return problem(409, memberChanged)
    case 'unchanged':
      return problem(422, 'Nothing was changed: the member is just so already.')
    case 'no_reason':
      return problem(422, serverMessages.reasonMissing, { reason: serverMessages.reasonMissing })
    case 'no_licence':
      return problem(422, 'They have entered no licence with number and state.')
    case 'licence_taken': {
      const { licence_state, licence_number, member_no } = refusal.by
      return problem(409, `The licence ${licence_state} ${licence_number} is approved for member ${member_no}.`)
    }
  }
}
