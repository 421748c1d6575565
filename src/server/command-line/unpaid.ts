import { dayOf } from '#contract/order-words.ts'
import { parseInstant } from '#domain/instant.ts'
import { cents, formatCents } from '#domain/money.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { listUnpaid, type UnpaidOrder } from '#server/unpaid/list-unpaid.ts'
import { type MoveDueDateRefusal, moveDueDate } from '#server/unpaid/move-due-date.ts'
import { type SettleClaimRefusal, settleClaim } from '#server/unpaid/settle-claim.ts'
import { type CommandContext, UserError } from './command.ts'
import { readOrder } from './orders.ts'

export type ReasonOption = { reason?: string }

/** Lists what is to be paid and what will happen to it; with an order and a day, moves its due date. */
export async function dueCommand(
  context: CommandContext,
  given: string | undefined,
  day: string | undefined,
  { reason = '' }: ReasonOption,
): Promise<number> {
  const { db } = context.connection
  const settings = await openSettings(db, context.env)
  const paymentDays = settings.get('payment_days')
  if (given === undefined) {
    const unpaid = await listUnpaid(db, new Date())
    for (const order of unpaid) context.say(line(order))
    context.say(unpaid.length === 0 ? 'No order waits for its payment.' : `${unpaid.length} orders wait for payment.`)
    if (paymentDays === 0) context.say('Nothing is emailed or canceled: the setting payment_days is 0.')
    return 0
  }
  if (day === undefined || !parseInstant(day)?.isDay) throw new UserError('Say the new due date, as YYYY-MM-DD.')
  const orderId = await readOrder(context, given)
  const moved = await inTransaction(db, (trx) =>
    moveDueDate(trx, context.actor, { orderId, dueOn: day, reason, at: new Date() }, paymentDays),
  )
  if (!moved.ok) throw new UserError(movedSentence(orderId, moved.refusal))
  context.say(`Order ${orderId} is due on ${day} now.`)
  return 0
}

/** Ends an 'I have paid' for which no payment was found. */
export async function settleClaimCommand(
  context: CommandContext,
  given: string,
  { reason = '' }: ReasonOption,
): Promise<number> {
  const orderId = await readOrder(context, given)
  const settled = await inTransaction(context.connection.db, (trx) =>
    settleClaim(trx, context.actor, { orderId, reason }),
  )
  if (!settled.ok) throw new UserError(settledSentence(orderId, settled.refusal))
  context.say(`The claim of order ${orderId} is settled; it falls due as before.`)
  return 0
}

function line({ id, name, totalCents, dueOn, reminder, cancelsAt, held }: UnpaidOrder): string {
  const next = [
    ...(reminder ? [`${reminder.kind} reminder on ${reminder.on}`] : []),
    held.length > 0 ? `not canceled: ${held.join(', ')}` : `canceled on ${dayOf(cancelsAt.toISOString())} at noon`,
  ]
  return `${id}  ${name}  ${formatCents(cents(totalCents))}  due ${dueOn}  ${next.join('; ')}`
}

function movedSentence(id: number, refusal: MoveDueDateRefusal): string {
  switch (refusal.code) {
    case 'unknown_order':
      return `There is no order ${id}.`
    case 'moved_meanwhile':
      return `Order ${id} is due on another day by now.`
    case 'nothing_to_pay':
      return `Nothing is to be paid for order ${id}.`
    case 'in_the_past':
      return 'An order cannot fall due on a day that is over.'
    case 'same_day':
      return `Order ${id} is due on that day already.`
    case 'no_reason':
      return 'Say why, with --reason.'
    case 'switched_off':
      return 'Orders do not fall due: the setting payment_days is 0.'
  }
}

function settledSentence(id: number, refusal: SettleClaimRefusal): string {
  switch (refusal) {
    case 'unknown_order':
      return `There is no order ${id}.`
    case 'other_claim':
    case 'no_open_claim':
      return `The customer of order ${id} does not say that it is paid, or that is settled.`
    case 'no_reason':
      return 'Say why, with --reason.'
  }
}
