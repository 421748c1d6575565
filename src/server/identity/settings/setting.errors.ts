import { serverMessages } from '#contract/base/server-messages.ts'
import type { Refusal } from '#domain/result.ts'
import { fieldProblem, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { ChangeSettingRefusal } from './change-setting.ts'

export const settingChanged = 'Someone else changed this. Your change wasn’t saved.'

export function settingProblem(refusal: Exclude<ChangeSettingRefusal, Refusal<'stale'>>): ProblemError {
  switch (refusal.code) {
    case 'invalid':
      return fieldProblem(refusal.code, 'value', `This must be ${refusal.wanted}.`)
    case 'state_not_found':
      return fieldProblem(refusal.code, 'value', `There is no state ${refusal.state}.`)
    case 'reason_required':
      return reasonRequired()
    case 'proposer_required':
    case 'not_permitted':
      return problem('not_permitted', serverMessages.notPermitted)
  }
}
