import type { Cents } from '#domain/money/money.ts'

/** A received payment that was not reversed; `day` is its value date, `YYYY-MM-DD` in the shop's time zone. */
export type UnreversedPayment = { day: string; amountCents: Cents }

/**
 * The day on which an order was paid, regardless of when staff booked it (docs/back-office §3): the value date of the
 * payment that reached the total, or of the last one if a credit or the tolerance covered the rest, but not before the
 * order was placed. `paidDay` is when the shop considered it paid, for orders without payments.
 */
export function findPaidDay(
  { totalCents, placedOn, paidDay }: { totalCents: Cents; placedOn: string; paidDay: string },
  payments: readonly UnreversedPayment[],
): string {
  let receivedCents = 0
  let day = payments.length > 0 ? placedOn : paidDay
  for (const payment of payments.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) {
    if (receivedCents >= totalCents) break
    receivedCents += payment.amountCents
    day = payment.day > placedOn ? payment.day : placedOn
  }
  return day
}
