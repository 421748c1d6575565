import { serverMessages } from '#contract/server-messages.ts'
import { formatCents } from '#domain/money.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ReturnGoodsRefusal } from './prepare-return.ts'
import type { ConfirmReturnRefusal } from './return-goods.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export const RETURN_DIFFERS =
  'It would not change what was shown any more. Nothing is booked; please look at what it would change now.'

/** `positions` are those of the order's lines, in the order in which calls count them. */
export function returnProblem(
  refusal: ReturnGoodsRefusal | Exclude<ConfirmReturnRefusal, { code: 'changed' }>,
  positions: readonly number[],
): ProblemError {
  const line = 'position' in refusal ? positions.indexOf(refusal.position) + 1 : 0
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'canceled':
      return problem(422, 'The order is canceled: all of it is credited already.')
    case 'no_reason':
      return at('reason', serverMessages.reasonMissing)
    case 'packed':
      return at(
        'lines',
        `Product ${line} is packed. Please void its parcel first; what is in it has not left the house.`,
      )
    case 'credit_beyond':
      return at('credit', `At most the proposed ${formatCents(refusal.proposedCents)} is credited; less with a reason.`)
    case 'more_than_remains':
      return at('lines', 'More would come back than still counts of the order.')
    case 'below_nothing':
      return at(
        'lines',
        'After the discount these pieces come to less than $0.00. Please return more of them together.',
      )
    case 'nothing_returned':
      return at('lines', 'Please say what came back.')
    case 'no_such_line':
      return at('lines', 'The order does not have all of these products.')
    case 'more_than_sold':
      return at('lines', `Only ${refusal.remaining} of product ${line} can come back.`)
    case 'busy':
      return problem(
        503,
        'Orders are being completed just now, each time one before this return. Nothing is booked; please try again.',
      )
  }
}
