import { createHash } from 'node:crypto'
import type { BankTransactionRow } from './bank-transaction.queries.ts'

export type BankTransactionFacts = Pick<
  BankTransactionRow,
  'state' | 'bookedCents' | 'isUnconfirmed' | 'setAsideReason' | 'setAsideBy'
> & {
  /** The uncorrected payments booked from it. */
  paymentIds: readonly number[]
}

/** The version of a bank transaction in all calls that change it. */
export function computeTransactionVersion(facts: BankTransactionFacts): string {
  const { state, bookedCents, isUnconfirmed, setAsideReason, setAsideBy, paymentIds } = facts
  const values = [state, bookedCents, isUnconfirmed, setAsideReason, setAsideBy, paymentIds.toSorted((a, b) => a - b)]
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}
