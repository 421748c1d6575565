import { serverMessages } from '#contract/server-messages.ts'
import { formatCents } from '#domain/money.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { farAboveSentence } from '#server/payment/book-payment.ts'
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
    case 'other_format':
      return at('text', `This is ${refusal.format}. Download CSV or OFX from your bank instead.`)
    case 'bad_row':
      return at('text', `Line ${refusal.line}: ${refusal.sentence}`)
    case 'columns_unknown':
      return at('columns', 'Choose the date and amount columns.')
    case 'unknown_column':
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
      | 'notice_changed'
      | 'partly_booked'
      | 'nothing_to_undo'
      | 'other_payments'
      | 'not_correctable'
  }
>
const CONFLICTS = [
  'not_open',
  'not_undecided',
  'notice_changed',
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
    case 'notice_changed':
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
    case 'unknown_notice':
      return problem(404, 'Payment not found.')
    case 'unknown_order':
      return at('orders', `There is no order ${refusal.orderId}.`)
    case 'no_amount':
      return at('orders', 'Enter an amount greater than $0.00.')
    case 'order_twice':
      return at('orders', `Order ${refusal.orderId} is listed twice.`)
    case 'more_than_open':
      return at('orders', `Only ${formatCents(refusal.openCents)} of this payment is open.`)
    case 'far_above_owed':
      return at('confirmed', farAboveSentence(refusal))
    case 'no_reason':
      return at('reason', serverMessages.reasonMissing)
  }
}
