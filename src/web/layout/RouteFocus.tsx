import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export const CONTENT_ID = 'content'

/**
 * Does for a navigation without reload what a browser does for a new page: announces its title and starts reading at
 * the top.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}
