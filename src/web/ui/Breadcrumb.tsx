import { cx } from './cx.ts'
import { PageLink } from './PageLink.tsx'

export type Crumb = {
  label: string
  to?: string
  /** Language of the label, if it differs from the page's. */
  lang?: string
}

/** The breadcrumb; its last item is this page and is not a link. */
export function Breadcrumb({ crumbs, className }: { crumbs: readonly Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={cx('text-note text-muted print:hidden', className)}>
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {crumbs.map((crumb, i) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-x-2">
            {i > 0 && (
              <span aria-hidden="true" className="text-edge">
                /
              </span>
            )}
            {crumb.to !== undefined && i < crumbs.length - 1 ? (
              <PageLink to={crumb.to} lang={crumb.lang} className="tap-target text-link hover:text-ink">
                {crumb.label}
              </PageLink>
            ) : (
              <span
                lang={crumb.lang}
                aria-current={i === crumbs.length - 1 ? 'page' : undefined}
                className="min-w-0 wrap-anywhere text-ink"
              >
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
