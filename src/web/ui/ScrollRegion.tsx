import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

/** The name by which a screen reader lists it. */
export type RegionName = { 'aria-label': string } | { 'aria-labelledby': string }

/**
 * Holds a table. Where the table outgrows the page, by zoom or large text, it scrolls inside this region, which the
 * keyboard then reaches; otherwise nothing is clipped and no Tab is spent on it.
 */
export function ScrollRegion({
  className,
  children,
  ...name
}: RegionName & { className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const content = box.current?.firstElementChild
    if (!box.current || !content) return
    const observer = new ResizeObserver(() => setScrolls(content.scrollWidth > (box.current?.clientWidth ?? 0)))
    observer.observe(box.current)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      // `relative` keeps what is positioned inside, such as text for screen readers alone, within what scrolls.
      className={cx(className, scrolls && 'relative overflow-x-auto print:overflow-visible')}
      {...(scrolls && { role: 'region', tabIndex: 0, ...name })}
    >
      {children}
    </div>
  )
}
