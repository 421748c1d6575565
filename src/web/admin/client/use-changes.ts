import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminGet } from './api.ts'

const EVERY_MS = 1_200
/** After this long without a key or a pointer nobody looks: the session may become idle (docs/back-office §1). */
const AWAKE_MS = 3 * 60_000

type Change = AdminAnswer<'changes'>['data'][number]

export type { Change }

/**
 * Looks again at what is shown when somebody else has changed something, within two seconds. `onChange` is told of what
 * others did.
 */
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

    /** Something may have happened that no look has shown: the first look after a pause refreshes everything. */
    let hasPaused = false
    async function look() {
      if (isAwake()) {
        try {
          const { data } = await adminGet('changes')
          const others = data.filter(({ own }) => !own)
          const before = seen
          seen = new Set(data.map(({ id }) => id))
          // What the first look finds may be of before the page was there, or of after it was fetched: it is fetched anew.
          const unseen = before ? others.filter(({ id }) => !before.has(id)) : []
          if (unseen.length > 0) report(unseen)
          // Waited for: where much changes and answers are slow, the next look would end what is under way, time after time.
          if (hasPaused || unseen.length > 0 || (!before && others.length > 0)) await client.invalidateQueries()
          hasPaused = false
        } catch {
          // Lost for now, or signed out: what is shown says so itself when it is asked for anew.
          hasPaused = true
        }
      } else hasPaused = true
      if (!over) timer = setTimeout(look, EVERY_MS)
    }
    // At once, before the page asks for what it shows: whatever is newer than this look is found by the next.
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
