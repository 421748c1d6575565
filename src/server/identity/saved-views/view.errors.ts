import { serverMessages } from '#contract/base/server-messages.ts'
import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ViewRefusal } from './record-view.ts'

const NAME_TAKEN_MESSAGE = 'You already have a view with this name.'

export const viewChanged = 'Someone else changed this view.'

export function viewProblem(refusal: ViewRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'name_taken':
      return fieldProblem(refusal.code, 'name', NAME_TAKEN_MESSAGE)
    case 'too_many_views':
      return problem(refusal.code, 'You’ve reached 100 views for this list. Delete one first.')
    case 'not_permitted':
      return problem(refusal.code, serverMessages.notPermitted)
  }
}
