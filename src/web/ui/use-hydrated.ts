import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and during hydration, then true: from then on, controls that need scripts may appear. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
