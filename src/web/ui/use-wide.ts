import { useSyncExternalStore } from 'react'

/** Where Tailwind's `lg:` begins. */
const WIDE = '(min-width: 64rem)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether there is room for two columns, for what stands in another place of the page without it: by styles alone it
 * would be there twice, or be read elsewhere than it is seen. The server does not know, and says yes.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
