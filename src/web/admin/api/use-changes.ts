import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminGet } from './api.ts'

const POLL_INTERVAL_MS = 1_200
/**
 * Stops polling after this long without keyboard or pointer input, so that the session can become idle
 * (docs/back-office §1).
 */
const IDLE_AFTER_MS = 3 * 60_000

type Change = AdminResponse<'changes'>['data'][number]

export type { Change }

/** Refetches the page within two seconds of a change by someone else. Calls `onChange` with those changes. */
export function useChanges(onChange?: (changes: readonly Change[]) => void): void {
  const client = useQueryClient()
  const report = useEffectEvent((changes: readonly Change[]) => onChange?.(changes))
  useEffect(() => {
    let seenIds: Set<number> | undefined
    let lastActivity = Date.now()
    let timer: ReturnType<typeof setTimeout>
    let isStopped = false
    const onActivity = () => {
      lastActivity = Date.now()
    }
    const isActive = () => document.visibilityState === 'visible' && Date.now() - lastActivity < IDLE_AFTER_MS

    /** Changes during a pause are not reported later: the first poll after a pause refreshes everything. */
    let hasPaused = false
    async function poll() {
      if (isActive()) {
        try {
          const { data } = await adminGet('changes')
          const changesByOthers = data.filter(({ by_viewer }) => !by_viewer)
          const previousIds = seenIds
          seenIds = new Set(data.map(({ id }) => id))
          // Changes in the first response may be older or newer than the page's data, so the page is refetched.
          const newChanges = previousIds ? changesByOthers.filter(({ id }) => !previousIds.has(id)) : []
          if (newChanges.length > 0) report(newChanges)
          // Awaited: with frequent changes and slow responses, each poll would otherwise abort the refetch in progress.
          if (hasPaused || newChanges.length > 0 || (!previousIds && changesByOthers.length > 0))
            await client.invalidateQueries()
          hasPaused = false
        } catch {
          // Offline or signed out: the page reports it on its next fetch.
          hasPaused = true
        }
      } else hasPaused = true
      if (!isStopped) timer = setTimeout(poll, POLL_INTERVAL_MS)
    }
    // Polls before the page fetches its data: the next poll then finds every later change.
    timer = setTimeout(poll)
    addEventListener('pointermove', onActivity, { passive: true })
    addEventListener('keydown', onActivity, { passive: true })
    document.addEventListener('visibilitychange', onActivity)
    return () => {
      isStopped = true
      clearTimeout(timer)
      removeEventListener('pointermove', onActivity)
      removeEventListener('keydown', onActivity)
      document.removeEventListener('visibilitychange', onActivity)
    }
  }, [client])
}
