import { serverMessages } from '#contract/server-messages.ts'
import { notFound, ProblemError, problem } from '#server/http/errors.ts'
import type { ViewRefusal } from './record-view.ts'

const NAME_TAKEN = 'You have a view of this name already.'

export function viewProblem(refusal: ViewRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown':
      return notFound()
    case 'name_taken':
      return problem(409, NAME_TAKEN, { name: NAME_TAKEN })
    case 'too_many':
      return problem(422, 'You have a hundred views of this list. Please delete one first.')
    case 'may_not_share':
      return problem(403, serverMessages.notPermitted)
    case 'changed':
      return new ProblemError(409, 'This view was changed meanwhile.', undefined, { version: refusal.version })
  }
}
