import { useState } from 'react'
import { AdminError } from '../../client/api.ts'

/**
 * What was seen when a dialog opened is what its call repeats, whatever has appeared on the page since: whoever was faster
 * is told of (409) instead of overtaken. After that, what the shop says is there now is what has been seen.
 */
export function useSeen<Seen>(present: Seen, name: 'balance' | 'steps_taken' | 'due_on' | 'present' | 'contact') {
  const [seen, setSeen] = useState(present)
  return {
    seen,
    /** Makes the call, and learns from its refusal. */
    async repeat<T>(call: (seen: Seen) => Promise<T>): Promise<T> {
      try {
        return await call(seen)
      } catch (error) {
        const now = error instanceof AdminError && error.status === 409 ? error.problem?.[name] : undefined
        if (now !== undefined) setSeen(now as Seen)
        throw error
      }
    },
  }
}
