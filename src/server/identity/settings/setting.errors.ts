import { serverMessages } from '#contract/base/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { ChangeSettingRefusal, StaleSettingRefusal } from './change-setting.ts'

export const settingChanged = 'Someone else changed this. Your change wasn’t saved.'

export function settingProblem(refusal: Exclude<ChangeSettingRefusal, StaleSettingRefusal>): ProblemError {
  const fieldProblem = (field: string, message: string) => problem(422, message, { [field]: message })
  switch (refusal.code) {
    case 'invalid':
      return fieldProblem('value', `This must be ${refusal.wanted}.`)
    case 'state_not_found':
      return fieldProblem('value', `There is no state ${refusal.state}.`)
    case 'reason_required':
      return fieldProblem('reason', serverMessages.reasonRequired)
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
  }
}
