import type { ReactNode } from 'react'
import { Breadcrumb, type Crumb } from './Breadcrumb.tsx'
import { cx } from './cx.ts'

/** Frame of a page: breadcrumb, title, content. */
export function PageFrame({
  crumbs,
  title,
  aside,
  className,
  children,
}: {
  crumbs?: readonly Crumb[]
  title: ReactNode
  /** Shown next to the title, such as a count or a link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div className={cx('frame pt-6 pb-20 sm:pt-8 print:pb-0', className)}>
      {crumbs && <Breadcrumb crumbs={crumbs} className="mb-5 sm:mb-7" />}
      <div className="mb-7 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 sm:mb-9 print:mb-4">
        <h1 className="display text-heading">{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  )
}

/** A main column with a sticky side column. */
export function WithAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">{children}</div>
      <aside className="lg:sticky lg:top-24">{aside}</aside>
    </div>
  )
}
