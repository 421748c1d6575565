import { useState } from 'react'
import { ApiError } from '#web/api/api.ts'

type RecordVersion = { version: string }

/**
 * Optimistic lock of a form: sends the version of the record that was shown when the form opened, even if the page
 * refreshed since, so that a change by someone else is refused as `stale` instead of overwritten. Submitting again is
 * based on the record from the response. `latest` is that record, and before a refusal the one that the page shows now.
 */
export function useExpectedVersion<Shown extends RecordVersion>(shown: Shown) {
  const [opened, setOpened] = useState(shown)
  const [refused, setRefused] = useState<Shown>()
  // Until the form closes, its own change must not look like that of someone else.
  const [isSent, setSent] = useState(false)
  return {
    opened,
    latest: refused ?? (isSent ? opened : shown),
    async sendExpected<T>(call: (expectedVersion: string) => Promise<T>): Promise<T> {
      setSent(true)
      try {
        return await call((refused ?? opened).version)
      } catch (error) {
        setSent(false)
        const current = currentRecord<Shown>(error)
        if (current) setRefused(current)
        throw error
      }
    },
    /** Bases a form that stays open on another record: the saved one, or that of someone else. */
    restart(record: Shown) {
      setOpened(record)
      setRefused(record)
      setSent(false)
    },
  }
}

/** The record as it is now, if the call was refused because someone else changed it. */
export const currentRecord = <Shown>(error: unknown): Shown | undefined =>
  error instanceof ApiError && error.problem?.code === 'stale'
    ? (error.problem.current as Shown | undefined)
    : undefined
