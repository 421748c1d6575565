import type { AdminAnswer } from '#contract/admin-calls.ts'
import { calendarDay, dayOf, paymentNames } from '#contract/orders/labels.ts'

export type Unpaid = AdminAnswer<'unpaidOrders'>['data'][number]

/** Describes what will happen to an order automatically, as sentences; the most important one comes first. */
export function nextSteps({ hold_reasons, reminder, cancels_at, claim, due_on }: Unpaid): string[] {
  const claimed = claim
    ? [
        `The customer said on ${dayOf(claim.claimed_at)} that they paid (${paymentNames[claim.method]})` +
          `${claim.note === '' ? '.' : `: “${claim.note}”`}`,
      ]
    : []
  // The claim is already described in full above.
  const others = hold_reasons.filter((reason) => !(claim && reason === 'the customer says it’s paid'))
  const why = others.join(', ')
  const holds = [
    ...(others.length > 0 && due_on !== null ? [`Won’t be canceled: ${why}.`] : []),
    ...(claim && others.length === 0 && due_on !== null ? ['It won’t be canceled until you settle this.'] : []),
  ]
  const mailed = reminder ? [`The ${reminder.kind} reminder goes out on ${calendarDay(reminder.on)}.`] : []
  const ends = cancels_at ? [`It will be canceled at noon on ${dayOf(cancels_at)}.`] : []
  const nothing = due_on === null ? [why === '' ? 'No due date.' : `No due date: ${why}.`] : []
  return [...claimed, ...holds, ...mailed, ...ends, ...nothing]
}

const DAY = 24 * 60 * 60 * 1000

/** Returns `today`, `in 3 days`, `2 days ago`, by the shop's calendar. */
export function dueLabels(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}
