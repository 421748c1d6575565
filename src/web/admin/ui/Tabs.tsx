import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

export type TabLink = { label: string; to: string; isCurrent: boolean; count?: ReactNode }

/** Views of one page, each with its own URL. Scrolls the current tab into view where not all fit. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly TabLink[] }) => (
  <nav aria-label={label} ref={scrollToCurrent} className="scroll-row -mb-px gap-5 border-b border-hairline">
    {tabs.map(({ label, to, isCurrent, count }) => (
      <PageLink
        key={label}
        to={to}
        preventScrollReset
        aria-current={isCurrent ? 'page' : undefined}
        className={cx(
          'inline-flex min-h-9 shrink-0 items-center gap-1.5 border-b-2 whitespace-nowrap pointer-coarse:min-h-11',
          isCurrent ? 'border-accent font-[560]' : 'border-transparent text-muted hover:text-ink print:hidden',
        )}
      >
        {label}
        {count !== undefined && <span className="figures text-small text-muted">{count}</span>}
      </PageLink>
    ))}
  </nav>
)

/** Scrolls only the row, never the page. */
function scrollToCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>('[aria-current]')
  if (!row || !current) return
  const { left, right } = current.getBoundingClientRect()
  const { left: from, right: to } = row.getBoundingClientRect()
  if (left < from || right > to) row.scrollLeft += left - from - (to - from - (right - left)) / 2
}
