import type { Day } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { isMoneyDue, lockDueOrder, writeDueDate } from './unpaid.queries.ts'

export type MoveDueDateRefusal =
  | {
      code: 'not_found' | 'nothing_to_pay' | 'date_in_past' | 'unchanged' | 'reason_required' | 'due_dates_switched_off'
    }
  | { code: 'stale' }

export type NewDueDate = {
  orderId: number
  dueOn: Day
  reason: string
  now: Date
  /** Version of the order shown to the user. */
  expectedVersion?: string | undefined
}

/** Gives an unpaid order another due date, or its first; reminders and cancellation follow it. */
export async function moveDueDate(
  trx: Transaction,
  actor: Actor,
  { orderId, dueOn, reason, now, expectedVersion }: NewDueDate,
  { paymentDays }: { paymentDays: number },
): Promise<Result<NoValue, MoveDueDateRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const order = await lockDueOrder(trx, orderId)
  if (!order) return refuse({ code: 'not_found' })
  if (order.status !== 'processing' || order.paid_at !== null || order.payment_type === 'card') {
    return refuse({ code: 'nothing_to_pay' })
  }
  if (!(await isMoneyDue(trx, order.id))) return refuse({ code: 'nothing_to_pay' })
  if (dueOn < shopDayOf(now.getTime())) return refuse({ code: 'date_in_past' })
  if (dueOn === order.due_on) return refuse({ code: 'unchanged' })
  const stale = await refuseStale(trx, order.id, expectedVersion)
  if (stale) return stale
  if (paymentDays === 0) return refuse({ code: 'due_dates_switched_off' })
  const days = order.payment_days ?? paymentDays
  await writeDueDate(trx, order, { dueOn, paymentDays: days, reason, madeBy: formatActorName(actor) })
  await recordAction(trx, actor, {
    action: 'order.due_date_changed',
    subject: { kind: 'order', id: order.id },
    before: { due_on: order.due_on },
    after: { due_on: dueOn },
    reason,
  })
  return { ok: true }
}
