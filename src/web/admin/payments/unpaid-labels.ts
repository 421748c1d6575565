import type { AdminResponse } from '#contract/admin-calls.ts'
import { formatCalendarDay, formatOrderDay, paymentNames } from '#contract/orders/labels.ts'

export type UnpaidOrder = AdminResponse<'unpaidOrders'>['data'][number]

/** Describes what will happen to an order automatically, as sentences; the most important one comes first. */
export function nextSteps({ hold_reasons, reminder, cancels_at, claim, due_on }: UnpaidOrder): string[] {
  const claimSteps = claim
    ? [
        `The customer said on ${formatOrderDay(claim.claimed_at)} that they paid (${paymentNames[claim.method]})` +
          `${claim.note === '' ? '.' : `: “${claim.note}”`}`,
      ]
    : []
  // The claim is already described in full above.
  const otherReasons = hold_reasons.filter((reason) => !(claim && reason === 'the customer says it’s paid'))
  const reasons = otherReasons.join(', ')
  const holdSteps = [
    ...(otherReasons.length > 0 && due_on !== null ? [`Won’t be canceled: ${reasons}.`] : []),
    ...(claim && otherReasons.length === 0 && due_on !== null ? ['It won’t be canceled until you settle this.'] : []),
  ]
  const reminderSteps = reminder ? [`The ${reminder.kind} reminder goes out on ${formatCalendarDay(reminder.on)}.`] : []
  const cancelSteps = cancels_at ? [`It will be canceled at noon on ${formatOrderDay(cancels_at)}.`] : []
  const noDueDateSteps = due_on === null ? [reasons === '' ? 'No due date.' : `No due date: ${reasons}.`] : []
  return [...claimSteps, ...holdSteps, ...reminderSteps, ...cancelSteps, ...noDueDateSteps]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns `today`, `in 3 days`, `2 days ago`, by the shop's calendar. */
export function relativeDueDate(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY_MS)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}
