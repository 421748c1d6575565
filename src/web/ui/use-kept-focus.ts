import { useLayoutEffect, useRef } from 'react'

/**
 * For a button that is disabled while it is at work (docs/specification §4), which takes the focus away: what had it then
 * has it again afterwards, unless somebody went elsewhere meanwhile.
 */
export function useKeptFocus(busy: boolean): void {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (busy) before.current = document.activeElement
    else if (document.activeElement === document.body) (before.current as HTMLElement | null)?.focus()
  }, [busy])
}
