import { useState } from 'react'
import { ApiError } from '#web/api/api.ts'

/**
 * Sends the value shown when a dialog opened, even if the page refreshed since, so that concurrent changes cause a
 * conflict (409) instead of being overwritten. After a conflict, the value from the response becomes the expected one.
 */
export function useExpectedVersion<Value>(
  current: Value,
  name: 'balance' | 'steps_taken' | 'due_on' | 'present' | 'contact',
) {
  const [expected, setExpected] = useState(current)
  return {
    expected,
    /** Makes the call and updates the expected value after a conflict. */
    async sendExpected<T>(call: (expected: Value) => Promise<T>): Promise<T> {
      try {
        return await call(expected)
      } catch (error) {
        const latest = error instanceof ApiError && error.status === 409 ? error.problem?.[name] : undefined
        if (latest !== undefined) setExpected(latest as Value)
        throw error
      }
    },
  }
}
