import { serverMessages } from '#contract/base/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { StockRefusal } from './adjust-stock.ts'

const fieldProblem = (field: string, message: string): ProblemError => problem(422, message, { [field]: message })

export const stockChangedMessage = (stock: number | null): string =>
  `Someone else changed the stock: ${stock === null ? 'it’s not tracked now' : `${stock} on hand now`}. Nothing was saved.`

export function stockProblem(refusal: Exclude<StockRefusal, { code: 'stale' }>): ProblemError {
  switch (refusal.code) {
    case 'product_not_found':
      return notFound()
    case 'package_with_contents':
      return problem(422, 'Packages have no stock of their own. Count the components instead.')
    case 'not_counted':
      return problem(422, 'This product’s stock isn’t tracked yet. Count it first.')
    case 'not_enough':
      return fieldProblem('quantity', `Only ${refusal.onHand} on hand.`)
    case 'quantity_out_of_range':
      return fieldProblem('quantity', 'Enter a valid quantity.')
    case 'reason_required':
      return fieldProblem('reason', serverMessages.reasonRequired)
  }
}
