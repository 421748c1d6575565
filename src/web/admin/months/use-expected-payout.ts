import { useState } from 'react'
import { ApiError } from '#web/api/api.ts'
import type { Payout } from './month-labels.ts'

/** The payout when a dialog opened; after a conflict, the current one. */
export function useExpectedPayout(payout: Payout) {
  const [latest, setLatest] = useState(payout)
  const catchConflict = <Response>(call: Promise<Response>): Promise<Response> =>
    call.catch((error: unknown) => {
      const current = error instanceof ApiError ? (error.problem?.payout as Payout | undefined) : undefined
      if (current) setLatest(current)
      throw error
    })
  return { latest, catchConflict }
}
