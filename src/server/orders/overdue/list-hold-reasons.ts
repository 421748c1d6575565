import type { HoldRow } from './unpaid.queries.ts'

/** Returns why an unpaid order is not canceled, as text for staff; empty if it is canceled. */
export const listHoldReasons = (
  { received, dispatched, claimed, reinstated, is_payment_reversed, refunded }: HoldRow,
  hasProbableTransaction: boolean,
): string[] => [
  ...(received ? ['a payment was received'] : []),
  ...(dispatched ? ['items are packed or handed over'] : []),
  ...(refunded ? ['a refund was sent'] : []),
  ...(claimed ? ['the customer says it’s paid'] : []),
  ...(hasProbableTransaction ? ['a bank payment may match'] : []),
  ...(reinstated ? ['it was reinstated and the due date hasn’t been changed'] : []),
  // The customer was just notified to pay again, and most of the payment period has passed.
  ...(is_payment_reversed ? ['a payment was reversed and the due date hasn’t been changed'] : []),
]
