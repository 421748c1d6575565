import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * For what replaces a form that is done with, where a page may also begin with it: it gets the focus when the form goes,
 * unless somebody is elsewhere by then.
 */
export function useFocusOnce<E extends HTMLElement>(done: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef(done)
  useLayoutEffect(() => {
    if (done && !before.current && document.activeElement === document.body) element.current?.focus()
    before.current = done
  }, [done])
  return element
}
