import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

export const CONTENT_ID = 'content'

/** Title of a back-office page until its data has loaded. */
export const loadingTitle = (subject: string): string => `${subject} is loading – Back office`
const isLoading = (title: string): boolean => title.endsWith(loadingTitle(''))

/** State of a navigation to another choice of the same page, which keeps the focus. */
export const IN_PLACE = 'in place'

/**
 * Does for client-side navigation what a browser does for a new page: announces its title once it is set, and moves the
 * focus to the top.
 */
export function RouteFocus() {
  const { pathname, state } = useLocation()
  const isPop = useNavigationType() === 'POP'
  const isInPlace = state === IN_PLACE && !isPop
  const focusedPath = useRef(pathname)
  const [title, setTitle] = useState('')
  // Before the page is painted: nothing on it can have the focus yet.
  useLayoutEffect(() => {
    if (focusedPath.current === pathname) return
    focusedPath.current = pathname
    if (!isInPlace) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
    const announce = () => {
      if (isLoading(document.title)) return
      setTitle(document.title)
      observer.disconnect()
    }
    const observer = new MutationObserver(announce)
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    announce()
    return () => observer.disconnect()
  }, [pathname, isInPlace])
  return (
    <p aria-live="assertive" className="sr-only">
      {title}
    </p>
  )
}
