import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and while React takes it over; then true: what needs scripts may show itself. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
