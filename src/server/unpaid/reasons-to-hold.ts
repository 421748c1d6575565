import type { HoldRow } from './unpaid.queries.ts'

/** Why an order is not canceled although it is unpaid, as staff read it; none: it is canceled. */
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
  // Its customer has just been told to pay it again, and its days are mostly over.
  ...(taken_back ? ['a payment of it was taken back and its due date not moved'] : []),
]
