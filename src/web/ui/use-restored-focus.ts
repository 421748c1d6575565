import { useLayoutEffect, useRef } from 'react'

/**
 * For a button that is disabled while busy (docs/specification §4) and thereby loses the focus: restores it afterward,
 * unless the focus has moved in the meantime.
 */
export function useRestoredFocus(busy: boolean): void {
  const previous = useRef<Element>(null)
  useLayoutEffect(() => {
    if (busy) previous.current = document.activeElement
    else if (document.activeElement === document.body) (previous.current as HTMLElement | null)?.focus()
  }, [busy])
}
