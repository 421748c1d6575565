import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's HTML and during hydration, then true: from then on, controls that need scripts may render. The
 * update is a transition, so that the browser stays responsive.
 */
export const useHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  )
