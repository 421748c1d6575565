import { useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's HTML and during hydration, then true: from then on, controls that need scripts may appear. They
 * appear in pieces of work, between which the browser answers the visitor.
 */
export const useHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  )
