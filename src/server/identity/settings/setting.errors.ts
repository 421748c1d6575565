import { serverMessages } from '#contract/base/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { ChangedMeanwhile, ChangeSettingRefusal } from './change-setting.ts'

export const settingChanged = 'Someone else changed this. Your change wasn’t saved.'

export function settingProblem(refusal: Exclude<ChangeSettingRefusal, ChangedMeanwhile>): ProblemError {
  const at = (field: string, message: string) => problem(422, message, { [field]: message })
  switch (refusal.code) {
    case 'invalid':
      return at('value', `This must be ${refusal.wanted}.`)
    case 'state_not_found':
      return at('value', `There is no state ${refusal.state}.`)
    case 'reason_required':
      return at('reason', serverMessages.reasonMissing)
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
  }
}
