import { useState } from 'react'
import { ApiError } from '#web/api/api.ts'

type RecordVersion = { version: string }

/**
 * Optimistic lock of a form: sends the version of the record that was shown when the form opened, even if the page
 * refreshed since, so that a change by someone else is refused as `stale` instead of overwritten. `latest` is then the
 * record from that response, and submitting again is based on it.
 */
export function useExpectedVersion<Shown extends RecordVersion>(shown: Shown) {
  const [opened, setOpened] = useState(shown)
  const [refused, setRefused] = useState<Shown>()
  const latest = refused ?? opened
  return {
    opened,
    latest,
    async sendExpected<T>(call: (expectedVersion: string) => Promise<T>): Promise<T> {
      try {
        return await call(latest.version)
      } catch (error) {
        const current = currentRecord<Shown>(error)
        if (current) setRefused(current)
        throw error
      }
    },
    /** Bases a form that stays open on another record: the saved one, or that of someone else. */
    restart(record: Shown) {
      setOpened(record)
      setRefused(undefined)
    },
  }
}

/** The record as it is now, if the call was refused because someone else changed it. */
export const currentRecord = <Shown>(error: unknown): Shown | undefined =>
  error instanceof ApiError && error.problem?.code === 'stale'
    ? (error.problem.current as Shown | undefined)
    : undefined
