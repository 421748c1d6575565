import type { HoldRow } from './unpaid.queries.ts'

/** Returns why an unpaid order is not canceled, as text for staff; empty if it is canceled. */
export const reasonsToHold = (
  { received, dispatched, claimed, reinstated, taken_back, refunded }: HoldRow,
  hasProbableNotice: boolean,
): string[] => [
  ...(received ? ['money was received for it'] : []),
  ...(dispatched ? ['goods of it are packed or handed over'] : []),
  ...(refunded ? ['money was given back of it'] : []),
  ...(claimed ? ['the customer says it is paid'] : []),
  ...(hasProbableNotice ? ['a notice of the bank may be its payment'] : []),
  ...(reinstated ? ['it was reinstated and its due date not moved'] : []),
  // The customer was just asked to pay again, and most of the payment period has passed.
  ...(taken_back ? ['a payment of it was taken back and its due date not moved'] : []),
]
