import { serverMessages } from '#contract/base/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { CancelRefusal } from '#server/network/sponsor-change/cancel-sponsor-change.ts'
import type { PlanRefusal } from '#server/network/sponsor-change/plan-sponsor-change.ts'

export type SponsorChangeRefusal = PlanRefusal | CancelRefusal

export const sponsorChanged = 'Someone else changed the sponsor, or a new month has begun. Your change wasn’t saved.'

const sponsorFieldProblem = (message: string): ProblemError => problem(422, message, { sponsor_id: message })

export function sponsorProblem(refusal: SponsorChangeRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'stale':
      return problem(409, sponsorChanged)
    case 'reason_required':
      return problem(422, serverMessages.reasonRequired, { reason: serverMessages.reasonRequired })
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
    case 'already_planned':
      return problem(422, 'A change is already planned. Cancel it first.')
    case 'nothing_planned':
      return problem(422, 'No change is planned.')
    case 'unchanged':
      return sponsorFieldProblem('This is already the sponsor.')
    case 'own_sponsor':
      return sponsorFieldProblem('A member can’t be their own sponsor.')
    case 'sponsor_not_found':
      return sponsorFieldProblem('Member not found.')
    case 'sponsor_closed':
      return sponsorFieldProblem('This account is closed.')
    case 'sponsor_in_downline':
      return sponsorFieldProblem('Someone in the member’s downline can’t be their sponsor.')
    case 'creates_cycle':
      return problem(
        422,
        'The current sponsor is planned to move into the member’s downline that month. Cancel that change first.',
      )
  }
}
