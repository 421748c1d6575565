import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ShippingRefusal } from './change-shipping.ts'
import type { TaxRateRefusal } from './set-tax-rate.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })
const stale = (): ProblemError =>
  problem(409, 'Someone else changed this table. Your change wasn’t saved; the table now shows theirs.')

export const unknownState = (state: string): ProblemError => at('state', `There is no state ${state}.`)

export function taxProblem({ code }: TaxRateRefusal, state: string): ProblemError {
  switch (code) {
    case 'state_not_found':
      return unknownState(state)
    case 'date_in_past':
      return at('from_date', 'A rate must start today or later. Past orders keep their tax.')
    case 'no_rate':
      return problem(422, 'There’s no rate to remove.')
    case 'stale':
      return stale()
  }
}

export function shippingProblem(refusal: ShippingRefusal): ProblemError {
  switch (refusal.code) {
    case 'stale':
      return stale()
    case 'not_found':
      return notFound()
    case 'method_not_found':
      return problem(422, `There’s no shipping method ${refusal.method}.`)
    case 'method_missing':
      return problem(422, `The list is missing the method ${refusal.method}.`)
    case 'prefix_taken':
      return at('prefixes', `ZIPs starting with ${refusal.prefix} already belong to the zone ${refusal.zone}.`)
  }
}
