import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ShippingRefusal } from './change-shipping.ts'
import type { TaxRateRefusal } from './set-tax-rate.ts'

const fieldError = (field: string, message: string): ProblemError => problem(422, message, { [field]: message })
const staleError = (): ProblemError =>
  problem(409, 'Someone else changed this table. Your change wasn’t saved; the table now shows theirs.')

export const unknownStateError = (state: string): ProblemError => fieldError('state', `There is no state ${state}.`)

export function taxProblem({ code }: TaxRateRefusal, state: string): ProblemError {
  switch (code) {
    case 'state_not_found':
      return unknownStateError(state)
    case 'date_in_past':
      return fieldError('from_date', 'A rate must start today or later. Past orders keep their tax.')
    case 'no_rate':
      return problem(422, 'There’s no rate to remove.')
    case 'stale':
      return staleError()
  }
}

export function shippingProblem(refusal: ShippingRefusal): ProblemError {
  switch (refusal.code) {
    case 'stale':
      return staleError()
    case 'not_found':
      return notFound()
    case 'method_not_found':
      return problem(422, `There’s no shipping method ${refusal.method}.`)
    case 'method_missing':
      return problem(422, `The list is missing the method ${refusal.method}.`)
    case 'prefix_taken':
      return fieldError('prefixes', `ZIPs starting with ${refusal.prefix} already belong to the zone ${refusal.zone}.`)
  }
}
