import type { UnpaidOrder } from '#contract/admin-unpaid.ts'
import { dayOf } from '#contract/order-labels.ts'
import { parseInstant } from '#domain/instant.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { listUnpaidPage } from '#server/unpaid/list-unpaid-page.ts'
import { type MoveDueDateRefusal, moveDueDate } from '#server/unpaid/move-due-date.ts'
import { type SettleClaimRefusal, settleClaim } from '#server/unpaid/settle-claim.ts'
import { type CommandContext, UserError } from './command.ts'
import { readOrder } from './orders.ts'

export type ReasonOption = { reason?: string }

/** Lists unpaid orders with their next steps; with an order and a day, moves its due date. */
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
    const at = new Date()
    let count = 0
    for (const which of ['all', 'owed'] as const) {
      let after: string | undefined
      do {
        const page = await listUnpaidPage(db, { which, at, paymentDays, after })
        for (const order of page.data) context.say(line(order))
        count += page.data.length
        after = page.next ?? undefined
      } while (after !== undefined)
    }
    context.say(count === 0 ? 'No unpaid orders.' : `Unpaid orders: ${count}.`)
    if (paymentDays === 0) context.say('Reminders and cancellation are off: the setting payment_days is 0.')
    return 0
  }
  if (day === undefined || !parseInstant(day)?.isDay) throw new UserError('Give the new due date as YYYY-MM-DD.')
  const orderId = await readOrder(context, given)
  const moved = await inTransaction(db, (trx) =>
    moveDueDate(trx, context.actor, { orderId, dueOn: day, reason, at: new Date() }, paymentDays),
  )
  if (!moved.ok) throw new UserError(movedSentence(orderId, moved.refusal))
  context.say(`Order ${orderId} is now due on ${day}.`)
  return 0
}

/** Ends an 'I’ve sent payment' report for which no payment was found. */
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
  context.say(`The payment claim of order ${orderId} is settled. The order is due as before.`)
  return 0
}

function line({ order_id, name, total, due_on, reminder, cancels_at, held }: UnpaidOrder): string {
  const next = [
    ...(reminder ? [`${reminder.kind} reminder on ${reminder.on}`] : []),
    ...(held.length > 0 ? [`not canceled: ${held.join(', ')}`] : []),
    ...(cancels_at ? [`canceled on ${dayOf(cancels_at)} at noon`] : []),
  ]
  return [
    order_id,
    name,
    formatCents(toCents(total)),
    due_on === null ? 'no due date' : `due ${due_on}`,
    next.join('; '),
  ]
    .join('  ')
    .trimEnd()
}

function movedSentence(id: number, refusal: MoveDueDateRefusal): string {
  switch (refusal.code) {
    case 'order_not_found':
      return `There is no order ${id}.`
    case 'stale':
      return `The due date of order ${id} was changed in the meantime.`
    case 'nothing_to_pay':
      return `Nothing is due for order ${id}.`
    case 'date_in_past':
      return 'The due date cannot be in the past.'
    case 'unchanged':
      return `Order ${id} is already due on that day.`
    case 'reason_required':
      return 'Give a reason with --reason.'
    case 'switched_off':
      return 'Orders have no due dates: the setting payment_days is 0.'
  }
}

function settledSentence(id: number, refusal: SettleClaimRefusal): string {
  switch (refusal.code) {
    case 'order_not_found':
      return `There is no order ${id}.`
    case 'stale':
    case 'no_open_claim':
      return `The customer of order ${id} has not reported a payment, or the report is settled.`
    case 'reason_required':
      return 'Give a reason with --reason.'
  }
}
