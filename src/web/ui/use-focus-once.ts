import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focuses the element that replaces a completed form, unless the focus has moved elsewhere. Pages that start with that
 * element do not focus it.
 */
export function useFocusOnce<E extends HTMLElement>(done: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  const wasDone = useRef(done)
  useLayoutEffect(() => {
    if (done && !wasDone.current && document.activeElement === document.body) element.current?.focus()
    wasDone.current = done
  }, [done])
  return element
}
