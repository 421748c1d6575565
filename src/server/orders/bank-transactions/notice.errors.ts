import { serverMessages } from '#contract/base/server-messages.ts'
import { formatCents } from '#domain/money/money.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { farAboveMessage } from '#server/orders/payments/book-payment.ts'
import type { BookNoticeRefusal } from './book-notice.ts'
import type { ReadNoticesRefusal } from './read-notices.ts'
import type { ReceiveRefusal } from './receive-notice.ts'
import type { SetAsideRefusal } from './set-notice-aside.ts'
import type { UndoNoticeRefusal } from './undo-notice.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })

export function readingProblem(refusal: ReadNoticesRefusal): ProblemError {
  switch (refusal.code) {
    case 'too_long':
      return at('text', `The text is longer than ${refusal.most} characters.`)
    case 'too_many':
      return at('text', `There are more than ${refusal.most} payments from line ${refusal.line} on. Split the file.`)
    case 'nothing_found':
      return at('text', 'No payments found.')
    case 'format_not_supported':
      return at('text', `This is ${refusal.format}. Download CSV or OFX from your bank instead.`)
    case 'row_invalid':
      return at('text', `Line ${refusal.line}: ${refusal.sentence}`)
    case 'columns_not_recognized':
      return at('columns', 'Choose the date and amount columns.')
    case 'column_not_found':
      return at('columns', `There is no column ${refusal.column}.`)
  }
}

type ActionRefusal = BookNoticeRefusal | ReceiveRefusal | SetAsideRefusal | UndoNoticeRefusal
/** The request is valid, but the bank transaction has changed since it was seen. */
export type NoticeConflict = Extract<
  ActionRefusal,
  {
    code:
      | 'not_open'
      | 'not_undecided'
      | 'stale'
      | 'partly_booked'
      | 'nothing_to_undo'
      | 'other_payments'
      | 'not_correctable'
  }
>
const CONFLICTS = [
  'not_open',
  'not_undecided',
  'stale',
  'partly_booked',
  'nothing_to_undo',
  'other_payments',
  'not_correctable',
]
export const isConflict = (refusal: ActionRefusal): refusal is NoticeConflict => CONFLICTS.includes(refusal.code)

export function conflictSentence(refusal: NoticeConflict): string {
  switch (refusal.code) {
    case 'not_open':
      return `This payment is already ${refusal.state.replace('booked', 'recorded').replace('_', ' ')}. Nothing was changed.`
    case 'not_undecided':
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

export function noticeProblem(refusal: Exclude<ActionRefusal, NoticeConflict>): ProblemError {
  switch (refusal.code) {
    case 'notice_not_found':
      return problem(404, 'Payment not found.')
    case 'order_not_found':
      return at('orders', `There is no order ${refusal.orderId}.`)
    case 'amount_required':
      return at('orders', 'Enter an amount greater than $0.00.')
    case 'duplicate_order':
      return at('orders', `Order ${refusal.orderId} is listed twice.`)
    case 'more_than_open':
      return at('orders', `Only ${formatCents(refusal.openCents)} of this payment is open.`)
    case 'amount_far_above_balance':
      return at('confirmed', farAboveMessage(refusal))
    case 'reason_required':
      return at('reason', serverMessages.reasonMissing)
  }
}
