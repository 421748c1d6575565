import type { AdminAnswer } from '#contract/admin-calls.ts'
import { calendarDay, dayOf, paymentNames } from '#contract/order-words.ts'

export type Unpaid = AdminAnswer<'unpaidOrders'>['data'][number]

/** Describes what will happen to an order automatically, as sentences; the most important one comes first. */
export function whatHappens({ held, reminder, cancels_at, claim, due_on }: Unpaid): string[] {
  const claimed = claim
    ? [
        `The customer said on ${dayOf(claim.claimed_at)} that it is paid (${paymentNames[claim.method]})` +
          `${claim.note === '' ? '.' : `: “${claim.note}”`}`,
      ]
    : []
  // The claim is already described in full above.
  const others = held.filter((reason) => !(claim && reason === 'the customer says it is paid'))
  const why = others.join(', ')
  const holds = [
    ...(others.length > 0 && due_on !== null ? [`It is not canceled: ${why}.`] : []),
    ...(claim && others.length === 0 && due_on !== null ? ['It is not canceled until that is settled.'] : []),
  ]
  const mailed = reminder ? [`The ${reminder.kind} reminder is emailed on ${calendarDay(reminder.on)}.`] : []
  const ends = cancels_at ? [`It is canceled on ${dayOf(cancels_at)} at noon.`] : []
  const nothing = due_on === null ? [why === '' ? 'It never falls due.' : `It never falls due: ${why}.`] : []
  return [...claimed, ...holds, ...mailed, ...ends, ...nothing]
}

const DAY = 24 * 60 * 60 * 1000

/** Returns `today`, `in 3 days`, `2 days ago`, by the shop's calendar. */
export function dueWords(dueOn: string, today: string): string {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}
