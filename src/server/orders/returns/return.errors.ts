import { serverMessages } from '#contract/base/server-messages.ts'
import { formatCents } from '#domain/money/money.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ReturnGoodsRefusal } from './prepare-return.ts'
import type { ConfirmReturnRefusal } from './return-goods.ts'

const fieldError = (field: string, message: string): ProblemError => problem(422, message, { [field]: message })

export const RETURN_DIFFERS = 'The figures have changed since the preview. Nothing was recorded. Check the new figures.'

/** `positions` are those of the order's lines, in the order used by the API. */
export function returnProblem(
  refusal: ReturnGoodsRefusal | Exclude<ConfirmReturnRefusal, { code: 'stale' }>,
  positions: readonly number[],
): ProblemError {
  const line = 'position' in refusal ? positions.indexOf(refusal.position) + 1 : 0
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'canceled':
      return problem(422, 'The order is canceled and already credited in full.')
    case 'reason_required':
      return fieldError('reason', serverMessages.reasonRequired)
    case 'packed':
      return fieldError('lines', `Product ${line} is packed but not shipped. Unpack its shipment first.`)
    case 'credit_too_large':
      return fieldError('credit', `You can credit at most the proposed ${formatCents(refusal.proposedCents)}.`)
    case 'more_than_remains':
      return fieldError('lines', 'This is more than what’s left of the order.')
    case 'credit_not_positive':
      return fieldError('lines', 'After the discount, these items total less than $0.00. Return more of them together.')
    case 'nothing_returned':
      return fieldError('lines', 'Enter the returned items.')
    case 'line_not_found':
      return fieldError('lines', 'The order doesn’t have all of these products.')
    case 'more_than_sold':
      return fieldError('lines', `Only ${refusal.remaining} of product ${line} can be returned.`)
    case 'concurrent_changes':
      return problem(503, 'The store is busy completing orders. Nothing was recorded. Please try again.')
  }
}
