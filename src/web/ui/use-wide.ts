import { useSyncExternalStore } from 'react'

/** Start of Tailwind's `lg:`. */
const WIDE = '(min-width: 64rem)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * True if two columns fit, for content whose position in the document differs otherwise: with CSS alone it would be
 * rendered twice, or read in another order than seen. Always true on the server.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
