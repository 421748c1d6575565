import { parseInstant } from '#domain/instant.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import {
  balanceOf,
  balanceSteps,
  clearsOn,
  moneyOf,
  type PaymentMethod,
  refundableOf,
  unreversedPayments,
} from '#domain/order/balance.ts'
import { type ReinstateOrderRefusal, reinstateOrder } from '#server/order/reinstate-order.ts'
import { type BookPaymentRefusal, bookPayment, farAboveSentence } from '#server/payment/book-payment.ts'
import { type ClearCheckRefusal, clearCheck } from '#server/payment/clear-check.ts'
import { type CorrectPaymentRefusal, correctPayment } from '#server/payment/correct-payment.ts'
import {
  type CreditNoteEntry,
  findLedger,
  listOverpaid,
  type OrderLedger,
  type PaymentEntry,
} from '#server/payment/read-ledger.ts'
import { type RefundRefusal, refundPayment } from '#server/payment/refund-payment.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { approvalSentence, reportProposal } from './approvals.ts'
import { type CommandContext, UserError } from './command.ts'
import { readOrder } from './orders.ts'
import { inPayments } from './payment-context.ts'
import { readAmount, readBalance } from './read-amount.ts'

export type PayOptions = {
  method?: PaymentMethod
  reference?: string
  date?: string
  cleared?: true
  confirm?: true
  balance?: string
}

/** Books a received payment, by the order's method unless another is given. */
export async function payOrderCommand(
  context: CommandContext,
  given: string,
  amount: string,
  { method, reference, date, cleared, balance, confirm }: PayOptions,
): Promise<number> {
  const orderId = await readOrder(context, given)
  const found = await requireLedger(context, orderId)
  const booked = await inPayments(context, (trx, shop) =>
    bookPayment(
      trx,
      context.actor,
      {
        orderId,
        amountCents: readAmount(amount),
        method: method ?? found.order.payment_type,
        reference,
        valueDate: date === undefined ? undefined : readDay(date),
        isCleared: cleared,
        isConfirmed: confirm,
        expectedBalanceCents: readBalance(balance),
      },
      shop,
    ),
  )
  if (!booked.ok) throw new UserError(bookingSentence(orderId, booked.refusal))
  context.say(`Payment ${booked.paymentId} recorded. ${balanceSentence(orderId, booked.balanceCents)}`)
  return 0
}

export type CorrectOptions = { reason: string; bounced?: true }

export async function correctPaymentCommand(
  context: CommandContext,
  given: string,
  { reason, bounced }: CorrectOptions,
): Promise<number> {
  const paymentId = readPayment(given)
  const corrected = await inPayments(context, (trx, shop) =>
    correctPayment(trx, context.actor, { paymentId, reason, bounced, mayUndoRefunds: true }, shop),
  )
  if (!corrected.ok) throw new UserError(correctionSentence(paymentId, corrected.refusal))
  context.say(`Payment ${paymentId} was reversed by entry ${corrected.correctionId}.`)
  return 0
}

export async function clearCheckCommand(context: CommandContext, given: string): Promise<number> {
  const paymentId = readPayment(given)
  const cleared = await inPayments(context, (trx, shop) => clearCheck(trx, context.actor, { paymentId }, shop))
  if (!cleared.ok) throw new UserError(clearingSentence(paymentId, cleared.refusal))
  context.say(`Check ${paymentId} has cleared.`)
  return 0
}

export type RefundOptions = {
  reason: string
  method?: PaymentMethod
  reference?: string
  creditNote?: string
  overpayment?: true
  balance?: string
}

/** Books a refund: of the overpayment, unless a credit note is named or is the only possibility. */
export async function refundCommand(
  context: CommandContext,
  given: string,
  amount: string,
  { reason, method, reference, creditNote, overpayment, balance }: RefundOptions,
): Promise<number> {
  const orderId = await readOrder(context, given)
  const { order, ledger } = await requireLedger(context, orderId)
  const { creditNotes, overpaymentCents } = refundableOf(ledger)
  const open = creditNotes.filter(({ refundableCents }) => refundableCents > 0)
  const named = creditNote === undefined ? undefined : creditNotes.find(({ number }) => String(number) === creditNote)
  if (creditNote !== undefined && !named) throw new UserError(`Order ${orderId} has no credit note ${creditNote}.`)
  if (named && overpayment) throw new UserError('Refund either a credit note or the overpayment, not both.')
  if (!named && !overpayment && open.length > 0 && (open.length > 1 || overpaymentCents > 0)) {
    const choices = open.map(({ number }) => `--credit-note ${number}`)
    if (overpaymentCents > 0) choices.push('--overpayment')
    throw new UserError(`Choose what to refund for order ${orderId}: ${choices.join(' or ')}.`)
  }
  const note = overpayment ? undefined : (named ?? open[0])
  const refunded = await inPayments(context, (trx, shop) =>
    refundPayment(
      trx,
      context.actor,
      {
        orderId,
        amountCents: readAmount(amount),
        of: note ? { creditNoteId: note.id } : 'overpayment',
        method: method ?? order.payment_type,
        reason,
        reference,
        expectedBalanceCents: readBalance(balance),
      },
      shop,
    ),
  )
  if (!refunded.ok) throw new UserError(refundSentence(orderId, refunded.refusal))
  if (!refunded.passed) return reportProposal(context, refunded, 'by_the_same_command')
  context.say(`Refund ${refunded.paymentId} recorded. ${balanceSentence(orderId, refunded.balanceCents)}`)
  return 0
}

export async function reinstateOrderCommand(
  context: CommandContext,
  given: string,
  { reason }: { reason?: string },
): Promise<number> {
  const id = await readOrder(context, given)
  const reinstated = await inPayments(context, (trx, shop) =>
    reinstateOrder(trx, context.actor, { id, reason: reason ?? '' }, shop),
  )
  if (!reinstated.ok) throw new UserError(reinstatementSentence(id, reinstated.refusal))
  context.say(`Order ${id} is reinstated.`)
  return 0
}

/** Prints the order's ledger with the balance after each entry. */
export async function showOrderCommand(context: CommandContext, given: string): Promise<number> {
  const id = await readOrder(context, given)
  const { order, ledger } = await requireLedger(context, id)
  const holdDays = (await openSettings(context.connection.db, context.env)).get('check_hold_days')
  context.say(`Order ${id} is ${order.status} and ${order.payment_state.replace('_', ' ')}.`)
  for (const { entry, changeCents, balanceCents } of balanceSteps(ledger.totalCents, entriesOf(ledger))) {
    const words = entry === 'total' ? 'total' : describeEntry(entry as PaymentEntry | CreditNoteEntry, ledger, holdDays)
    context.say([formatCents(changeCents), formatCents(balanceCents), words].join('\t'))
  }
  context.say(balanceSentence(id, balanceOf(moneyOf(ledger))))
  return 0
}

const OVERPAID_AT_ONCE = 1000

/** Lists orders with refunds due. For orders older than the ledger, staff decide whether a refund was made. */
export async function listOverpaidCommand({ connection, say }: CommandContext): Promise<number> {
  let page: Awaited<ReturnType<typeof listOverpaid>> = []
  do {
    page = await listOverpaid(connection.db, { after: page.at(-1)?.id, limit: OVERPAID_AT_ONCE })
    for (const order of page) {
      const unknown = order.refund_unknown ? 'refund unknown: paid and canceled before the ledger existed' : ''
      say([order.id, order.status, formatCents(order.overpaidCents), order.email, unknown].join('\t'))
    }
  } while (page.length === OVERPAID_AT_ONCE)
  return 0
}

const entriesOf = ({ payments, creditNotes }: OrderLedger): (PaymentEntry | CreditNoteEntry)[] =>
  [...payments, ...creditNotes].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())

function describeEntry(entry: PaymentEntry | CreditNoteEntry, ledger: OrderLedger, holdDays: number): string {
  const by = `by ${entry.madeBy}`
  const reason = entry.reason === '' ? '' : `: ${entry.reason}`
  if (!('method' in entry)) {
    const name = entry.number === undefined ? entry.kind : `credit note ${entry.number} (${entry.kind})`
    return `${name} ${by}${reason}`
  }
  const name = entry.bounced ? 'bounced check' : entry.kind
  const corrects = entry.correctsId === undefined ? '' : ` of payment ${entry.correctsId}`
  const reference = entry.reference === '' ? '' : ` (${entry.reference})`
  const isWaiting = entry.kind === 'received' && entry.method === 'check' && unreversedPayments(ledger).includes(entry)
  const clears = isWaiting ? `, clears ${clearsOn(entry, holdDays)}` : ''
  return `${entry.id} ${name}${corrects} ${entry.method}${reference} on ${entry.valueDate}${clears} ${by}${reason}`
}

/** Returns the order with its ledger. Throws if there is none. */
export async function requireLedger({ connection }: CommandContext, orderId: number) {
  const found = await findLedger(connection.db, orderId)
  if (!found) throw new UserError(`There is no order ${orderId}.`)
  return found
}

function readDay(given: string): string {
  if (!parseInstant(given)?.isDay) throw new UserError(`${given} is not a valid date; write it as 2026-03-04.`)
  return given
}

function readPayment(given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new UserError(`${given} is not a payment number; see "order show".`)
  return Number(given)
}

/** Describes an order's balance, as the last sentence after a change to its payments. */
export function balanceSentence(orderId: number, balance: Cents): string {
  if (balance === 0) return `Order ${orderId} has no balance due.`
  if (balance > 0) return `${formatCents(balance)} is due for order ${orderId}.`
  return `Order ${orderId} is overpaid by ${formatCents((0 - balance) as Cents)}.`
}

function bookingSentence(id: number, refusal: BookPaymentRefusal): string {
  switch (refusal.code) {
    case 'order_not_found':
      return `There is no order ${id}.`
    case 'amount_not_positive':
      return 'The payment must be greater than $0.00.'
    case 'date_in_future':
      return `The payment date cannot be after today, ${refusal.today}.`
    case 'date_too_early':
      return `The payment date of order ${id} cannot be before ${refusal.earliest}, a year before it was placed.`
    case 'stale':
      return `Order ${id} was changed in the meantime. ${balanceSentence(id, refusal.balanceCents)}`
    case 'amount_far_above_balance':
      return `${farAboveSentence(refusal)} Run the same command with --confirm to record it.`
  }
}

function correctionSentence(id: number, refusal: CorrectPaymentRefusal): string {
  switch (refusal.code) {
    case 'payment_not_found':
      return `There is no payment ${id}.`
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'already_corrected':
      return `Payment ${id} was already reversed.`
    case 'is_refund':
      return `Payment ${id} is a refund.`
    case 'is_correction':
      return `Entry ${id} is a correction; record the payment again instead.`
    case 'not_a_received_check':
      return `Payment ${id} is not a received check.`
  }
}

function clearingSentence(id: number, refusal: ClearCheckRefusal): string {
  switch (refusal.code) {
    case 'payment_not_found':
      return `There is no payment ${id}.`
    case 'not_a_received_check':
      return `Payment ${id} is not a received check.`
    case 'already_cleared':
      return `Check ${id} cleared on ${refusal.clearedOn}.`
  }
}

function refundSentence(id: number, refusal: RefundRefusal): string {
  switch (refusal.code) {
    case 'order_not_found':
      return `There is no order ${id}.`
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'amount_not_positive':
      return 'The refund must be greater than $0.00.'
    case 'stale':
      return `Order ${id} was changed in the meantime. ${balanceSentence(id, refusal.balanceCents)}`
    case 'credit_note_not_found':
      return `Order ${id} has no such credit note.`
    case 'more_than_refundable':
      return `At most ${formatCents(refusal.refundableCents)} can be refunded that way for order ${id}.`
    case 'not_cleared':
      return `Only ${formatCents(refusal.clearedCents)} for order ${id} has cleared. To mark a check as cleared: order clear <payment>.`
    default:
      return approvalSentence(refusal)
  }
}

function reinstatementSentence(id: number, refusal: ReinstateOrderRefusal): string {
  switch (refusal.code) {
    case 'order_not_found':
      return `There is no order ${id}.`
    case 'not_possible':
      return `Order ${id} is ${refusal.from}. Only canceled orders can be reinstated.`
    case 'has_counted':
      return `Order ${id} was completed before. Place a new order instead.`
    case 'is_credited':
      return `Order ${id} has a credit note. Place a new order instead.`
    case 'not_available':
      return `Not enough ${refusal.name} in stock to reinstate order ${id}.`
  }
}
