import { serverMessages } from '#contract/base/server-messages.ts'
import { formatCents } from '#domain/money/money.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { farAboveMessage } from '#server/orders/payments/book-payment.ts'
import type { BookBankTransactionRefusal } from './book-bank-transaction.ts'
import type { ConfirmRefusal } from './confirm-bank-transaction.ts'
import type { ParseBankTextRefusal } from './parse-bank-text.ts'
import type { SetAsideRefusal } from './set-bank-transaction-aside.ts'
import type { UndoBankTransactionRefusal } from './undo-bank-transaction.ts'

const fieldError = (field: string, message: string): ProblemError => problem(422, message, { [field]: message })

export function readingProblem(refusal: ParseBankTextRefusal): ProblemError {
  switch (refusal.code) {
    case 'too_long':
      return fieldError('text', `The text is longer than ${refusal.max} characters.`)
    case 'too_many':
      return fieldError(
        'text',
        `There are more than ${refusal.max} payments from line ${refusal.line} on. Split the file.`,
      )
    case 'nothing_found':
      return fieldError('text', 'No payments found.')
    case 'format_not_supported':
      return fieldError('text', `This is ${refusal.format}. Download CSV or OFX from your bank instead.`)
    case 'row_invalid':
      return fieldError('text', `Line ${refusal.line}: ${refusal.sentence}`)
    case 'columns_not_recognized':
      return fieldError('columns', 'Choose the date and amount columns.')
    case 'column_not_found':
      return fieldError('columns', `There is no column ${refusal.column}.`)
  }
}

type ActionRefusal = BookBankTransactionRefusal | ConfirmRefusal | SetAsideRefusal | UndoBankTransactionRefusal
/** The request is valid, but the bank transaction has changed since the caller read it. */
export type BankTransactionConflict = Extract<
  ActionRefusal,
  {
    code:
      | 'not_open'
      | 'already_confirmed'
      | 'stale'
      | 'partly_booked'
      | 'nothing_to_undo'
      | 'other_payments'
      | 'not_correctable'
  }
>
const CONFLICTS = [
  'not_open',
  'already_confirmed',
  'stale',
  'partly_booked',
  'nothing_to_undo',
  'other_payments',
  'not_correctable',
]
export const isConflict = (refusal: ActionRefusal): refusal is BankTransactionConflict =>
  CONFLICTS.includes(refusal.code)

export function conflictMessage(refusal: BankTransactionConflict): string {
  switch (refusal.code) {
    case 'not_open':
      return `This payment is already ${refusal.state.replace('booked', 'recorded').replace('_', ' ')}. Nothing was changed.`
    case 'already_confirmed':
      return 'Someone already confirmed this payment as received. Nothing was changed.'
    case 'stale':
      return `Part of this payment was recorded in the meantime; ${formatCents(refusal.openCents)} is still open. Nothing was changed.`
    case 'partly_booked':
      return 'Part of this payment is recorded. Undo that first.'
    case 'nothing_to_undo':
      return 'This payment is open, so there’s nothing to undo.'
    case 'other_payments':
      return 'Someone recorded or undid this payment in the meantime. Nothing was changed.'
    case 'not_correctable':
      return `The payment of order ${refusal.orderId} can no longer be undone. Nothing was changed.`
  }
}

export function bankTransactionProblem(refusal: Exclude<ActionRefusal, BankTransactionConflict>): ProblemError {
  switch (refusal.code) {
    case 'bank_transaction_not_found':
      return problem(404, 'Payment not found.')
    case 'order_not_found':
      return fieldError('orders', `There is no order ${refusal.orderId}.`)
    case 'amount_required':
      return fieldError('orders', 'Enter an amount greater than $0.00.')
    case 'duplicate_order':
      return fieldError('orders', `Order ${refusal.orderId} is listed twice.`)
    case 'more_than_open':
      return fieldError('orders', `Only ${formatCents(refusal.openCents)} of this payment is open.`)
    case 'amount_far_above_balance':
      return fieldError('confirmed', farAboveMessage(refusal))
    case 'reason_required':
      return fieldError('reason', serverMessages.reasonRequired)
  }
}
