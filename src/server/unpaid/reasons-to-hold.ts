import type { HoldRow } from './unpaid.queries.ts'

/** Why an order is not canceled although it is unpaid, as staff read it; none: it is canceled. */
export const reasonsToHold = ({ claimed, reinstated, part_paid }: HoldRow): string[] => [
  ...(part_paid ? ['a part of it is paid'] : []),
  ...(claimed ? ['the customer says it is paid'] : []),
  ...(reinstated ? ['it was reinstated and its due date not moved'] : []),
]
