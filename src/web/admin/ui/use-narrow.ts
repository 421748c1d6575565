import { useSyncExternalStore } from 'react'

const NARROW = '(width < 40rem)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True in windows as narrow as a phone; the back office is rendered only in the browser. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
