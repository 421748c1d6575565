import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { IN_PLACE } from '#web/page/RouteFocus.tsx'

/** Shows nothing for shorter waits: a skeleton that flashes is worse than none. */
const DELAY_MS = 200

/** Path of a navigation that has kept the visitor waiting; otherwise undefined. */
export function usePendingPath(): string | undefined {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const isElsewhere = state === 'loading' && location.pathname !== pathname && location.state !== IN_PLACE
  const target = isElsewhere ? location.pathname : undefined
  const [latePath, setLatePath] = useState<string>()
  useEffect(() => {
    if (!target) return setLatePath(undefined)
    const timer = setTimeout(() => {
      // The router has already stored this page's scroll position.
      window.scrollTo(0, 0)
      setLatePath(target)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [target])
  return target && latePath === target ? latePath : undefined
}
