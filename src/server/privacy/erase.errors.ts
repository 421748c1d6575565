import type { Refusal } from '#domain/result.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { ErasureObjection } from './find-erasure-objection.ts'

/** Explains why staff may not erase a member or guest who exists. */
export function eraseProblem(refusal: Refusal<ErasureObjection | 'reason_names_person'>): ProblemError {
  switch (refusal.code) {
    case 'reason_names_person': {
      const message = 'The reason is saved in the audit log, so don’t include their name.'
      return problem(422, message, { reason: message })
    }
    case 'own_money':
      return problem(
        409,
        'You refunded, credited, paid out or approved money here. Erasing deletes the reasons, so another manager or an owner has to do it.',
      )
    case 'approval_waits':
      return problem(409, 'A refund or payout is pending approval or completion. Nothing was erased.')
  }
}
