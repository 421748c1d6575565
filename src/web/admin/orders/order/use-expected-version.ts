import { useState } from 'react'
import { ApiError } from '#web/api/api.ts'

/**
 * Sends the value shown when a dialog opened, even if the page refreshed since, so that concurrent changes cause a
 * conflict (409) instead of being overwritten. After a conflict, the value from the response counts as seen.
 */
export function useExpectedVersion<Seen>(
  present: Seen,
  name: 'balance' | 'steps_taken' | 'due_on' | 'present' | 'contact',
) {
  const [seen, setSeen] = useState(present)
  return {
    seen,
    /** Makes the call and updates the seen value after a conflict. */
    async repeat<T>(call: (seen: Seen) => Promise<T>): Promise<T> {
      try {
        return await call(seen)
      } catch (error) {
        const now = error instanceof ApiError && error.status === 409 ? error.problem?.[name] : undefined
        if (now !== undefined) setSeen(now as Seen)
        throw error
      }
    },
  }
}
