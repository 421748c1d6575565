import { useState } from 'react'
import { ApiError } from '#web/api/api.ts'

type Versioned = { version: string }

/**
 * Optimistic lock of a form: sends the version of the record that was shown when the form opened, even if the page
 * refreshed since, so that a change by someone else is refused as `stale` instead of overwritten. `latest` is then the
 * record from the response, and submitting again is based on it.
 */
export function useExpectedVersion<Shown extends Versioned>(shown: Shown) {
  const [opened] = useState(shown)
  const [latest, setLatest] = useState(shown)
  return {
    opened,
    latest,
    async sendExpected<T>(call: (expectedVersion: string) => Promise<T>): Promise<T> {
      try {
        return await call(latest.version)
      } catch (error) {
        const current = currentRecord<Shown>(error)
        if (current) setLatest(current)
        throw error
      }
    },
  }
}

/** The record as it is now, if the call was refused because someone else changed it. */
export const currentRecord = <Shown>(error: unknown): Shown | undefined =>
  error instanceof ApiError && error.problem?.code === 'stale'
    ? (error.problem.current as Shown | undefined)
    : undefined
