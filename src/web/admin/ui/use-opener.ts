import { useState } from 'react'
import { CONTENT_ID } from '#web/layout/RouteFocus.tsx'

/**
 * What had the focus when something was opened, for it to come back to. Looked up while that is rendered: a field that
 * takes the focus as it appears has it before anybody else can look. An opener that is gone leaves the focus to the page's
 * content.
 */
export function useOpener(open: boolean): () => HTMLElement | true {
  const [seen, setSeen] = useState<{ open: boolean; opener: Element | null }>({ open: false, opener: null })
  if (open !== seen.open) setSeen({ open, opener: open ? document.activeElement : seen.opener })
  const { opener } = seen
  return () =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      ? opener
      : (document.getElementById(CONTENT_ID) ?? true)
}
