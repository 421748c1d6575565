import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { CancelRefusal } from '#server/network/sponsor-change/cancel-sponsor-change.ts'
import type { PlanRefusal } from '#server/network/sponsor-change/plan-sponsor-change.ts'

export type SponsorChangeRefusal = PlanRefusal | CancelRefusal

export const sponsorChanged =
  'Somebody else has changed the sponsor meanwhile, or a new month has begun. Nothing was changed by you.'

const at = (sentence: string): ProblemError => problem(422, sentence, { sponsor_id: sentence })

export function sponsorProblem(refusal: SponsorChangeRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown':
      return notFound()
    case 'changed_meanwhile':
      return problem(409, sponsorChanged)
    case 'already_planned':
      return problem(422, 'A change is planned already: cancel it first.')
    case 'nothing_planned':
      return problem(422, 'No change is planned.')
    case 'unchanged':
      return at('That is the sponsor already.')
    case 'own_sponsor':
      return at('Nobody is their own sponsor.')
    case 'sponsor_unknown':
      return at('There is no such member.')
    case 'sponsor_closed':
      return at('This account is closed.')
    case 'sponsor_in_downline':
      return at('They are below the member themselves: nobody can be in their own line.')
    case 'closes_circle':
      return problem(
        422,
        'The current sponsor comes below the member in that month. Cancel that change first: nobody can be in their own line.',
      )
  }
}
