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
      return at(
        'text',
        `These are more than ${refusal.most} notices from line ${refusal.line} on. Please split the file.`,
      )
    case 'nothing_found':
      return at('text', 'No payments were found in it.')
    case 'other_format':
      return at('text', `This is ${refusal.format}. Please download CSV or OFX instead.`)
    case 'bad_row':
      return at('text', `Line ${refusal.line}: ${refusal.sentence}`)
    case 'columns_unknown':
      return at('columns', 'Please choose the columns of the date and the amount.')
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
      return `This notice is ${refusal.state.replace('_', ' ')} by now. Nothing was changed.`
    case 'not_undecided':
      return 'Somebody has decided already that this money came in. Nothing was changed.'
    case 'notice_changed':
      return `This notice was booked in part meanwhile: ${formatCents(refusal.openCents)} of it is open. Nothing was changed.`
    case 'partly_booked':
      return 'This notice is booked in part. Please undo that first.'
    case 'nothing_to_undo':
      return 'This notice is open; there is nothing to undo.'
    case 'other_payments':
      return 'Somebody has booked or undone this notice meanwhile. Nothing was changed.'
    case 'not_correctable':
      return `Its payment of order ${refusal.orderId} cannot be undone any more. Nothing was changed.`
  }
}

export function noticeProblem(refusal: Exclude<ActionRefusal, NoticeConflict>): ProblemError {
  switch (refusal.code) {
    case 'unknown_notice':
      return problem(404, 'There is no such notice.')
    case 'unknown_order':
      return at('orders', `There is no order ${refusal.orderId}.`)
    case 'no_amount':
      return at('orders', 'Enter an amount greater than $0.00.')
    case 'order_twice':
      return at('orders', `Order ${refusal.orderId} is listed twice.`)
    case 'more_than_open':
      return at('orders', `Only ${formatCents(refusal.openCents)} of this notice is open.`)
    case 'far_above_owed':
      return at('confirmed', farAboveSentence(refusal))
    case 'no_reason':
      return at('reason', serverMessages.reasonMissing)
  }
}
