import type { Refusal } from '#domain/result.ts'
import { fieldProblem, type ProblemError, problem } from '#server/http/errors.ts'
import type { ErasureObjection } from './find-erasure-objection.ts'

/** Explains why staff may not erase a member or guest who exists. */
export function eraseProblem(refusal: Refusal<ErasureObjection | 'reason_names_person'>): ProblemError {
  switch (refusal.code) {
    case 'reason_names_person':
      return fieldProblem(refusal.code, 'reason', 'The reason is saved in the audit log, so don’t include their name.')
    case 'own_money':
      return problem(
        refusal.code,
        'You refunded, credited, paid out or approved money here. Erasing deletes the reasons, so another manager or an owner has to do it.',
      )
    case 'approval_pending':
      return problem(refusal.code, 'A refund or payout is pending approval or completion. Nothing was erased.')
  }
}
