import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

/** The name by which a screen reader lists it. */
export type RegionName = { 'aria-label': string } | { 'aria-labelledby': string }

/**
 * Wraps a table. A table wider than the page, because of zoom or large text, scrolls inside this region, which is then
 * reachable by keyboard; otherwise the region is not a tab stop.
 */
export function ScrollRegion({
  className,
  children,
  ...name
}: RegionName & { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isScrollable, setScrollable] = useState(false)
  useLayoutEffect(() => {
    const content = box.current?.firstElementChild
    if (!box.current || !content) return
    const observer = new ResizeObserver(() => setScrollable(content.scrollWidth > (box.current?.clientWidth ?? 0)))
    observer.observe(box.current)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      // `relative` keeps positioned content, such as screen-reader-only text, inside the scroll area.
      className={cx(className, isScrollable && 'relative overflow-x-auto print:overflow-visible')}
      {...(isScrollable && { role: 'region', tabIndex: 0, ...name })}
    >
      {children}
    </div>
  )
}
