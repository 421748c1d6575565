import { formatCents } from '#domain/money/money.ts'
import { fieldProblem, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import { farAboveMessage } from '#server/orders/payments/book-payment.ts'
import type { BookBankTransactionRefusal } from './book-bank-transaction.ts'
import type { ConfirmRefusal } from './confirm-bank-transaction.ts'
import type { ParseBankTextRefusal } from './parse-bank-text.ts'
import type { SetAsideRefusal } from './set-bank-transaction-aside.ts'
import type { UndoBankTransactionRefusal } from './undo-bank-transaction.ts'

export function readingProblem(refusal: ParseBankTextRefusal): ProblemError {
  switch (refusal.code) {
    case 'too_long':
      return fieldProblem('invalid', 'text', `The text is longer than ${refusal.max} characters.`)
    case 'too_many_transactions':
      return fieldProblem(
        refusal.code,
        'text',
        `There are more than ${refusal.max} payments from line ${refusal.line} on. Split the file.`,
      )
    case 'no_transactions_found':
      return fieldProblem(refusal.code, 'text', 'No payments found.')
    case 'format_not_supported':
      return fieldProblem(
        refusal.code,
        'text',
        `This is ${refusal.format}. Download CSV or OFX from your bank instead.`,
      )
    case 'row_invalid':
      return fieldProblem(refusal.code, 'text', `Line ${refusal.line}: ${refusal.sentence}`)
    case 'columns_not_recognized':
      return fieldProblem(refusal.code, 'columns', 'Choose the date and amount columns.')
    case 'column_not_found':
      return fieldProblem(refusal.code, 'columns', `There is no column ${refusal.column}.`)
  }
}

/** Refusals of calls that respond with the current bank transaction after a concurrent change. */
export type ActionRefusal = BookBankTransactionRefusal | ConfirmRefusal | SetAsideRefusal | UndoBankTransactionRefusal

export function bankTransactionProblem(refusal: Exclude<ActionRefusal, { code: 'stale' }>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return problem(refusal.code, 'Payment not found.')
    case 'order_not_found':
      return fieldProblem(refusal.code, 'orders', `There is no order ${refusal.orderId}.`)
    case 'amount_required':
      return fieldProblem(refusal.code, 'orders', 'Enter an amount greater than $0.00.')
    case 'duplicate_order':
      return fieldProblem(refusal.code, 'orders', `Order ${refusal.orderId} is listed twice.`)
    case 'more_than_transaction':
      return fieldProblem(refusal.code, 'orders', `Only ${formatCents(refusal.openCents)} of this payment is open.`)
    case 'confirmation_required':
      return fieldProblem(refusal.code, 'confirmed', farAboveMessage(refusal))
    case 'reason_required':
      return reasonRequired()
    case 'bank_transaction_not_open': {
      const state = refusal.state.replace('booked', 'recorded').replace('_', ' ')
      return problem(refusal.code, `This payment is already ${state}. Nothing was changed.`)
    }
    case 'already_received':
      return problem(refusal.code, 'Someone already confirmed this payment as received. Nothing was changed.')
    case 'partly_booked':
      return problem(refusal.code, 'Part of this payment is recorded. Undo that first.')
    case 'nothing_to_undo':
      return problem(refusal.code, 'This payment is open, so there’s nothing to undo.')
  }
}
