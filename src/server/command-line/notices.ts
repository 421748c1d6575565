import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { decodeText } from '#domain/decode-text.ts'
import { cents, formatCents, plainDollars } from '#domain/money.ts'
import { columnRoles } from '#domain/notice/headings.ts'
import type { AnyRefusal, Result } from '#domain/result.ts'
import { bookExactNotices } from '#server/notice/book-exact-notices.ts'
import { type BookNoticeRefusal, bookNotice, type NoticeShare } from '#server/notice/book-notice.ts'
import { importNotices } from '#server/notice/import-notices.ts'
import { listNotices } from '#server/notice/list-notices.ts'
import type { ColumnMapping, NoticeOrigin, ReadNoticesRefusal } from '#server/notice/read-notices.ts'
import { type ReceiveRefusal, receiveNotice } from '#server/notice/receive-notice.ts'
import { type SetAsideRefusal, setNoticeAside } from '#server/notice/set-notice-aside.ts'
import { type UndoNoticeRefusal, undoNotice } from '#server/notice/undo-notice.ts'
import { farAboveSentence } from '#server/payment/book-payment.ts'
import type { PaymentServices } from '#server/payment/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type CommandContext, UserError } from './command.ts'
import { countOf } from './count-of.ts'
import { readOrder } from './orders.ts'
import { inPayments } from './payment-context.ts'
import { readAmount } from './read-amount.ts'

export type ImportNoticesOptions = { columns?: string }
export type ListNoticesOptions = { state: 'open' | 'booked' | 'set_aside' }
export type BookNoticesOptions = { exact?: true; confirm?: true }
export type NoticeReasonOptions = { reason: string }

/** Imports a CSV or OFX file of a bank. */
export async function importNoticesCommand(context: CommandContext, file: string, options: ImportNoticesOptions) {
  const text = decodeText(await readFile(context.pathOf(file)))
  return importText(context, { text, columns: readColumnsOption(options.columns) })
}

/** Imports mails and statement lines from standard input. */
export async function pasteNoticesCommand(context: CommandContext) {
  return importText(context, { text: decodeText(await buffer(process.stdin)), kind: 'paste' })
}

async function importText(
  context: CommandContext,
  given: { text: string; kind?: NoticeOrigin; columns?: ColumnMapping },
) {
  const { added, known, skipped, undecided, guess } = await perform(
    context,
    (trx) => importNotices(trx, context.actor, given),
    readingSentence,
  )
  if (guess && guess.confidence < 1) {
    const columns = Object.entries(guess.columns).map(([role, index]) => `${role}=${index + 1}`)
    context.say(`Columns were read as ${columns.join(',')}. Correct them with --columns.`)
  }
  for (const { line, reason, detail, source } of skipped) {
    const why = `${reason.replace('_', ' ')}${detail === undefined ? '' : ` (${detail})`}`
    if (reason !== 'debit') context.say(`Line ${line} was skipped, ${why}: ${source}`)
  }
  for (const { line, noticeId, differs } of known) {
    if (differs) context.say(`Line ${line} has the bank ID of transaction ${noticeId}, but a different amount or date.`)
  }
  if (undecided > 0)
    context.say(
      `${countOf(undecided, 'transaction')} may not be incoming money. Confirm with "notices received", or set them aside.`,
    )
  context.say(`${countOf(added.length, 'new transaction')}, ${known.length} already imported.`)
  return 0
}

/** `id<TAB>day<TAB>open<TAB>payer<TAB>memo<TAB>sort<TAB>order<TAB>reason`, one bank transaction per line. */
export async function listNoticesCommand(context: CommandContext, { state }: ListNoticesOptions) {
  for (const notice of await listNotices(context.connection.db, { state })) {
    const [best] = notice.match?.candidates ?? []
    const proposed = notice.match && notice.match.sort !== 'unknown' && best ? [best.orderId, best.reason] : []
    const amount = cents(state === 'open' ? notice.openCents : notice.amountCents)
    const cells = [notice.id, notice.valueDate ?? '', plainDollars(amount), notice.payer, notice.memo]
    const sort = notice.match && (notice.isUndecided ? 'undecided' : notice.match.sort)
    context.say([...cells, sort ?? notice.setAsideReason ?? state, ...proposed].join('\t'))
  }
  return 0
}

/** Books either all exact matches, or one transaction for orders given as `ORDER` or `ORDER=AMOUNT`. */
export async function bookNoticesCommand(
  context: CommandContext,
  id: string | undefined,
  orders: readonly string[],
  options: BookNoticesOptions,
) {
  const { actor } = context
  if (options.exact) {
    if (id !== undefined) throw new UserError('Use either --exact, or a transaction with its orders.')
    const { booked } = await perform(context, (trx, shop) => bookExactNotices(trx, actor, {}, shop), String)
    for (const { noticeId, orderId, amountCents } of booked) {
      context.say(`Transaction ${noticeId} paid ${formatCents(amountCents)} of order ${orderId}.`)
    }
    context.say(`Recorded ${countOf(booked.length, 'transaction')}.`)
    return 0
  }
  if (id === undefined || orders.length === 0) throw new UserError('Name a transaction and its order, or use --exact.')
  const noticeId = readNoticeNumber(id)
  const shares: NoticeShare[] = []
  for (const order of orders) {
    const [name = '', amount] = order.split('=', 2)
    shares.push({
      orderId: await readOrder(context, name),
      amountCents: amount === undefined ? undefined : readAmount(amount),
    })
  }
  const { openCents } = await perform(
    context,
    (trx, shop) => bookNotice(trx, actor, { noticeId, shares, isConfirmed: options.confirm }, shop),
    (refusal) => bookingSentence(noticeId, refusal),
  )
  context.say(`Transaction ${noticeId} is recorded; ${formatCents(openCents)} is still open.`)
  return 0
}

/** Confirms that the money of an uncertain transaction was received. */
export async function receiveNoticeCommand(context: CommandContext, id: string) {
  const noticeId = readNoticeNumber(id)
  await perform(
    context,
    (trx) => receiveNotice(trx, context.actor, { noticeId }),
    (refusal) => receiveSentence(noticeId, refusal),
  )
  context.say(`Transaction ${noticeId} is confirmed as received.`)
  return 0
}

export async function setNoticeAsideCommand(context: CommandContext, id: string, options: NoticeReasonOptions) {
  const noticeId = readNoticeNumber(id)
  await perform(
    context,
    (trx) => setNoticeAside(trx, context.actor, { noticeId, reason: options.reason }),
    (refusal) => stagingMessage(noticeId, refusal),
  )
  context.say(`Transaction ${noticeId} is set aside.`)
  return 0
}

export async function undoNoticeCommand(context: CommandContext, id: string, options: NoticeReasonOptions) {
  const noticeId = readNoticeNumber(id)
  const { orderIds } = await perform(
    context,
    (trx, shop) => undoNotice(trx, context.actor, { noticeId, reason: options.reason }, shop),
    (refusal) => undoSentence(noticeId, refusal),
  )
  const orders = orderIds.length === 0 ? '' : `; it no longer pays order ${orderIds.join(', ')}`
  context.say(`Transaction ${noticeId} is reopened${orders}.`)
  return 0
}

/** Runs a use case in a separate transaction. Throws a refusal as a message for the user. */
async function perform<Value, Reason extends AnyRefusal>(
  context: CommandContext,
  command: (trx: Transaction, shop: PaymentServices) => Promise<Result<Value, Reason>>,
  sentence: (refusal: Reason) => string,
): Promise<{ ok: true } & Value> {
  const result = await inPayments(context, command)
  if (!result.ok) throw new UserError(sentence(result.refusal))
  return result
}

/** Parses `date=Posting Date,amount=3`. */
function readColumnsOption(given: string | undefined): ColumnMapping {
  const columns: ColumnMapping = {}
  for (const pair of given?.split(',') ?? []) {
    const [name = '', column = ''] = pair.split('=', 2)
    const role = columnRoles.find((known) => known === name.trim())
    if (!role || column.trim() === '') {
      throw new UserError(
        `${pair} is not a column; write ${columnRoles.join(', ')} = its heading or number, such as date=1,amount=4.`,
      )
    }
    columns[role] = column
  }
  return columns
}

function readNoticeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UserError(`${text} is not a transaction number; see "notices list".`)
  return Number(text)
}

function readingSentence(refusal: ReadNoticesRefusal): string {
  switch (refusal.code) {
    case 'too_long':
      return `The text is longer than ${refusal.most} characters.`
    case 'too_many':
      return `Line ${refusal.line}: there are more than ${refusal.most} transactions; split the file.`
    case 'nothing_found':
      return 'No payments found.'
    case 'format_not_supported':
      return `This is ${refusal.format}; download CSV or OFX instead.`
    case 'row_invalid':
      return `Line ${refusal.line}: ${refusal.sentence}`
    case 'columns_not_recognized':
      return 'The date and amount columns could not be detected. Name them with --columns date=1,amount=2.'
    case 'column_not_found':
      return `There is no column ${refusal.column}.`
  }
}

function bookingSentence(noticeId: number, refusal: BookNoticeRefusal): string {
  switch (refusal.code) {
    case 'notice_not_found':
      return `There is no transaction ${noticeId}.`
    case 'order_not_found':
      return `There is no order ${refusal.orderId}.`
    case 'not_open':
      return `Transaction ${noticeId} is ${refusal.state.replace('booked', 'recorded').replace('_', ' ')}.`
    case 'stale':
      return `Transaction ${noticeId} has changed: ${formatCents(refusal.openCents)} is still open.`
    case 'amount_required':
      return 'The amount must be greater than $0.00.'
    case 'duplicate_order':
      return `Order ${refusal.orderId} is listed twice.`
    case 'more_than_open':
      return `Only ${formatCents(refusal.openCents)} of transaction ${noticeId} is open.`
    case 'amount_far_above_balance':
      return `${farAboveSentence(refusal)} Run the same command with --confirm to record it.`
  }
}

function receiveSentence(noticeId: number, refusal: ReceiveRefusal): string {
  switch (refusal.code) {
    case 'notice_not_found':
      return `There is no transaction ${noticeId}.`
    case 'not_open':
      return `Transaction ${noticeId} is ${refusal.state.replace('booked', 'recorded').replace('_', ' ')}.`
    case 'not_undecided':
      return `Transaction ${noticeId} is not uncertain.`
  }
}

function stagingMessage(noticeId: number, refusal: SetAsideRefusal): string {
  switch (refusal.code) {
    case 'notice_not_found':
      return `There is no transaction ${noticeId}.`
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'not_open':
      return `Transaction ${noticeId} is ${refusal.state.replace('booked', 'recorded').replace('_', ' ')}.`
    case 'partly_booked':
      return `Transaction ${noticeId} is partly recorded; undo that first.`
  }
}

function undoSentence(noticeId: number, refusal: UndoNoticeRefusal): string {
  switch (refusal.code) {
    case 'notice_not_found':
      return `There is no transaction ${noticeId}.`
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'nothing_to_undo':
      return `Transaction ${noticeId} is open; there is nothing to undo.`
    case 'other_payments':
      return `Someone recorded or undid transaction ${noticeId} at the same time. Nothing was changed.`
    case 'not_correctable':
      return `The payment of order ${refusal.orderId} cannot be undone: ${refusal.refusal.code.replaceAll('_', ' ')}.`
  }
}
