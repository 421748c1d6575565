import { serverMessages } from '#contract/base/server-messages.ts'
import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { CancelRefusal } from '#server/network/sponsor-change/cancel-sponsor-change.ts'
import type { PlanRefusal } from '#server/network/sponsor-change/plan-sponsor-change.ts'

export type SponsorChangeRefusal = PlanRefusal | CancelRefusal

export const sponsorChanged = 'Someone else changed the sponsor, or a new month has begun. Your change wasn’t saved.'

export function sponsorProblem(refusal: Exclude<SponsorChangeRefusal, { code: 'stale' }>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'reason_required':
      return reasonRequired()
    case 'proposer_required':
    case 'not_permitted':
      return problem('not_permitted', serverMessages.notPermitted)
    case 'sponsor_change_planned':
      return problem(refusal.code, 'A change is already planned. Cancel it first.')
    case 'no_sponsor_change_planned':
      return problem(refusal.code, 'No change is planned.')
    case 'sponsor_unchanged':
      return fieldProblem(refusal.code, 'sponsor_id', 'This is already the sponsor.')
    case 'own_sponsor':
      return fieldProblem(refusal.code, 'sponsor_id', 'A member can’t be their own sponsor.')
    case 'sponsor_not_found':
      return fieldProblem(refusal.code, 'sponsor_id', 'Member not found.')
    case 'sponsor_closed':
      return fieldProblem(refusal.code, 'sponsor_id', 'This account is closed.')
    case 'sponsor_in_downline':
      return fieldProblem(refusal.code, 'sponsor_id', 'Someone in the member’s downline can’t be their sponsor.')
    case 'sponsor_cycle':
      return problem(
        refusal.code,
        'The current sponsor is planned to move into the member’s downline that month. Cancel that change first.',
      )
  }
}
