import { serverMessages } from '#contract/base/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { StockRefusal } from './adjust-stock.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export const stockChanged = (stock: number | null): string =>
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
      return at('quantity', `Only ${refusal.onHand} on hand.`)
    case 'quantity_out_of_range':
      return at('quantity', 'Enter a valid quantity.')
    case 'reason_required':
      return at('reason', serverMessages.reasonRequired)
  }
}
