import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { StockRefusal } from './adjust-stock.ts'

export const STOCK_CHANGED = 'Someone else changed this stock.'

export function stockProblem(refusal: Exclude<StockRefusal, { code: 'stale' }>): ProblemError {
  const { code } = refusal
  switch (code) {
    case 'not_found':
      return notFound()
    case 'package_with_contents':
      return problem(code, 'Packages have no stock of their own. Count the components instead.')
    case 'not_counted':
      return problem(code, 'This product’s stock isn’t tracked yet. Count it first.')
    case 'not_enough_stock':
      return fieldProblem(code, 'quantity', `Only ${refusal.onHand} on hand.`)
    case 'quantity_out_of_range':
      return fieldProblem(code, 'quantity', 'Enter a valid quantity.')
    case 'reason_required':
      return reasonRequired()
  }
}
