import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminGet } from './api.ts'

const EVERY_MS = 1_200
/**
 * Stops polling after this long without keyboard or pointer input, so that the session can become idle
 * (docs/back-office §1).
 */
const AWAKE_MS = 3 * 60_000

type Change = AdminAnswer<'changes'>['data'][number]

export type { Change }

/** Refetches the page within two seconds of a change by someone else. Calls `onChange` with those changes. */
export function useChanges(onChange?: (changes: readonly Change[]) => void): void {
  const client = useQueryClient()
  const report = useEffectEvent((changes: readonly Change[]) => onChange?.(changes))
  useEffect(() => {
    let seen: Set<number> | undefined
    let lastTouch = Date.now()
    let timer: ReturnType<typeof setTimeout>
    let over = false
    const touched = () => {
      lastTouch = Date.now()
    }
    const isAwake = () => document.visibilityState === 'visible' && Date.now() - lastTouch < AWAKE_MS

    /** Changes during a pause are not reported later: the first poll after a pause refreshes everything. */
    let hasPaused = false
    async function look() {
      if (isAwake()) {
        try {
          const { data } = await adminGet('changes')
          const others = data.filter(({ by_viewer }) => !by_viewer)
          const before = seen
          seen = new Set(data.map(({ id }) => id))
          // Changes in the first response may be older or newer than the page's data, so the page is refetched.
          const unseen = before ? others.filter(({ id }) => !before.has(id)) : []
          if (unseen.length > 0) report(unseen)
          // Awaited: with frequent changes and slow responses, each poll would otherwise abort the refetch in progress.
          if (hasPaused || unseen.length > 0 || (!before && others.length > 0)) await client.invalidateQueries()
          hasPaused = false
        } catch {
          // Offline or signed out: the page reports it on its next fetch.
          hasPaused = true
        }
      } else hasPaused = true
      if (!over) timer = setTimeout(look, EVERY_MS)
    }
    // Polls before the page fetches its data: the next poll then finds every later change.
    timer = setTimeout(look)
    addEventListener('pointermove', touched, { passive: true })
    addEventListener('keydown', touched, { passive: true })
    document.addEventListener('visibilitychange', touched)
    return () => {
      over = true
      clearTimeout(timer)
      removeEventListener('pointermove', touched)
      removeEventListener('keydown', touched)
      document.removeEventListener('visibilitychange', touched)
    }
  }, [client])
}
