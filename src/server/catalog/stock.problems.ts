import { serverMessages } from '#contract/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { StockRefusal } from './adjust-stock.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export const stockChanged = (stock: number | null): string =>
  `It was changed meanwhile: ${stock === null ? 'it is not counted now' : `${stock} are on hand now`}. Nothing is booked.`

export function stockProblem(refusal: Exclude<StockRefusal, { code: 'stock_changed' }>): ProblemError {
  switch (refusal.code) {
    case 'unknown_product':
      return notFound()
    case 'package_with_contents':
      return problem(422, 'This package has no stock of its own: its components are counted.')
    case 'not_counted':
      return problem(422, 'This product is not counted so far. Please count it first.')
    case 'not_enough':
      return at('quantity', `Only ${refusal.onHand} are on hand.`)
    case 'quantity_out_of_range':
      return at('quantity', 'Please enter a possible number of pieces.')
    case 'reason_missing':
      return at('reason', serverMessages.reasonMissing)
  }
}
