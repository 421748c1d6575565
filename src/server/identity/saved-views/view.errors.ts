import { serverMessages } from '#contract/base/server-messages.ts'
import { notFound, ProblemError, problem } from '#server/http/errors.ts'
import type { ViewRefusal } from './record-view.ts'

const NAME_TAKEN_MESSAGE = 'You already have a view with this name.'

export function viewProblem(refusal: ViewRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'name_taken':
      return problem(409, NAME_TAKEN_MESSAGE, { name: NAME_TAKEN_MESSAGE })
    case 'too_many':
      return problem(422, 'You’ve reached 100 views for this list. Delete one first.')
    case 'may_not_share':
      return problem(403, serverMessages.notPermitted)
    case 'stale':
      return new ProblemError(409, 'Someone else changed this view.', undefined, { version: refusal.version })
  }
}
