import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export const CONTENT_ID = 'content'

/** The title of a page of the back office until it has what it is about. */
export const loadingTitle = (what: string): string => `${what} is loading – Back office`
const isLoading = (title: string): boolean => title.endsWith(loadingTitle(''))

/**
 * Does for a navigation without reload what a browser does for a new page: announces its title, once the page has its
 * own, and starts reading at the top.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
    const announce = () => {
      if (isLoading(document.title)) return
      setTitle(document.title)
      observer.disconnect()
    }
    const observer = new MutationObserver(announce)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    announce()
    return () => observer.disconnect()
  }, [pathname])
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}
