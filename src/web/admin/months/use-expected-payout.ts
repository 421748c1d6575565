import { useState } from 'react'
import { ApiError } from '#web/api/api.ts'
import type { Payout } from './month-labels.ts'

/** The payout when a dialog opened; after a conflict, the current one. */
export function useExpectedPayout(payout: Payout) {
  const [seen, setSeen] = useState(payout)
  const watch = <Answer>(asked: Promise<Answer>): Promise<Answer> =>
    asked.catch((error: unknown) => {
      const now = error instanceof ApiError ? (error.problem?.payout as Payout | undefined) : undefined
      if (now) setSeen(now)
      throw error
    })
  return { seen, watch }
}
