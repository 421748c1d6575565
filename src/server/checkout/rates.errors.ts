import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ShippingRefusal } from './change-shipping.ts'
import type { TaxRateRefusal } from './set-tax-rate.ts'

export const RATES_CHANGED = 'Someone else changed this table.'

export const unknownStateProblem = (state: string): ProblemError =>
  fieldProblem('state_not_found', 'state', `There is no state ${state}.`)

export function taxProblem({ code }: Exclude<TaxRateRefusal, { code: 'stale' }>, state: string): ProblemError {
  switch (code) {
    case 'state_not_found':
      return unknownStateProblem(state)
    case 'rate_in_past':
      return fieldProblem(code, 'from_date', 'A rate must start today or later. Past orders keep their tax.')
    case 'no_rate':
      return problem(code, 'There’s no rate to remove.')
  }
}

export function shippingProblem(refusal: Exclude<ShippingRefusal, { code: 'stale' }>): ProblemError {
  const { code } = refusal
  switch (code) {
    case 'not_found':
      return notFound()
    case 'shipping_method_not_found':
      return problem(code, `There’s no shipping method ${refusal.method}.`)
    case 'shipping_method_missing':
      return problem(code, `The list is missing the method ${refusal.method}.`)
    case 'prefix_taken':
      return fieldProblem(
        code,
        'prefixes',
        `ZIPs starting with ${refusal.prefix} already belong to the zone ${refusal.zone}.`,
      )
  }
}
