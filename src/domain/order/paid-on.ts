import type { Cents } from '../money.ts'

/** Money that was received and stands; `day` is its value date, `YYYY-MM-DD` in the shop's zone. */
export type StandingMoney = { day: string; amountCents: Cents }

/**
 * The day by which an order was paid, however late staff booked it (docs/back-office §3): that of the money with which
 * the total was reached, or of the last where a credit or the tolerance did the rest, but not before the order was
 * placed. `paidDay` is when the shop took it as paid, for orders that nothing was received for.
 */
export function paidOn(
  { totalCents, placedOn, paidDay }: { totalCents: Cents; placedOn: string; paidDay: string },
  money: readonly StandingMoney[],
): string {
  let soFar = 0
  let day = money.length > 0 ? placedOn : paidDay
  for (const received of money.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) {
    if (soFar >= totalCents) break
    soFar += received.amountCents
    day = received.day > placedOn ? received.day : placedOn
  }
  return day
}
