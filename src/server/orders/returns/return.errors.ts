import { formatCents } from '#domain/money/money.ts'
import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { ReturnGoodsRefusal } from './prepare-return.ts'
import type { ConfirmReturnRefusal } from './return-goods.ts'

export const RETURN_DIFFERS = 'The figures have changed since the preview. Nothing was recorded. Check the new figures.'

/** `positions` are those of the order's lines, in the order used by the API. */
export function returnProblem(
  refusal: ReturnGoodsRefusal | Exclude<ConfirmReturnRefusal, { code: 'stale' }>,
  positions: readonly number[],
): ProblemError {
  const line = 'position' in refusal ? positions.indexOf(refusal.position) + 1 : 0
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'nothing_to_return':
      return problem(refusal.code, 'The order is canceled and already credited in full.')
    case 'reason_required':
      return reasonRequired()
    case 'line_packed':
      return fieldProblem(
        refusal.code,
        'lines',
        `Product ${line} is packed but not shipped. Unpack its shipment first.`,
      )
    case 'credit_too_large':
      return fieldProblem(
        refusal.code,
        'credit',
        `You can credit at most the proposed ${formatCents(refusal.proposedCents)}.`,
      )
    case 'more_than_remains':
      return fieldProblem(refusal.code, 'lines', 'This is more than what’s left of the order.')
    case 'credit_not_positive':
      return fieldProblem(
        refusal.code,
        'lines',
        'After the discount, these items total less than $0.00. Return more of them together.',
      )
    case 'nothing_returned':
      return fieldProblem('invalid', 'lines', 'Enter the returned items.')
    case 'line_not_found':
      return fieldProblem(refusal.code, 'lines', 'The order doesn’t have all of these products.')
    case 'more_than_sold':
      return fieldProblem(refusal.code, 'lines', `Only ${refusal.remaining} of product ${line} can be returned.`)
    case 'concurrent_changes':
      return problem(refusal.code, 'The store is busy completing orders. Nothing was recorded. Please try again.')
  }
}
