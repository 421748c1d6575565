import { useState } from 'react'
import { CONTENT_ID } from '#web/page/RouteFocus.tsx'

/**
 * Returns the element that had the focus before something opened, to restore it later. Read during render, because a
 * field inside may take the focus on mount. Falls back to the page content when the element is gone.
 */
export function useRestoreFocus(open: boolean): () => HTMLElement | true {
  const [state, setState] = useState<{ open: boolean; opener: Element | null }>({ open: false, opener: null })
  if (open !== state.open) setState({ open, opener: open ? document.activeElement : state.opener })
  const { opener } = state
  return () =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      ? opener
      : (document.getElementById(CONTENT_ID) ?? true)
}
