import { useState } from 'react'
import { type BankTransaction, conflictingTransaction } from './transaction-labels.ts'

/** Tracks a concurrent change: `current` is set once `catchConflict` has received the conflict response. */
export function useTransactionConflict() {
  const [current, setCurrent] = useState<BankTransaction>()
  const catchConflict = <Response>(call: Promise<Response>): Promise<Response> =>
    call.catch((error: unknown) => {
      setCurrent(conflictingTransaction(error))
      throw error
    })
  return { current, catchConflict }
}
