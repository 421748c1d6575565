import Left from 'lucide-react/icons/arrow-left'
import Right from 'lucide-react/icons/arrow-right'
import { cx } from './cx.ts'
import { PageLink } from './PageLink.tsx'
import { type PagerKind, pagerPages } from './pager-pages.ts'

const boxClass = 'figures grid min-w-11 h-11 place-items-center rounded-pill px-2 transition-colors'

type PagerProps = { page: number; count: number; to: (page: number) => string; kind?: PagerKind }

/** Pagination with links, so that every page has a URL; rendered only for more than one page. */
export function Pager({ page, count, to, kind = 'arrows' }: PagerProps) {
  if (count <= 1) return null
  const hasTextLinks = kind === 'words'
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <PageLink
          to={to(page - 1)}
          rel="prev"
          className={cx(boxClass, 'hover:bg-sunken')}
          aria-label={hasTextLinks ? undefined : 'Previous page'}
        >
          {hasTextLinks ? 'Prev' : <Left size={18} aria-hidden />}
        </PageLink>
      )}
      {/* On phones, places both text links side by side below the numbers. */}
      <ol
        className={cx(
          'flex flex-wrap items-center justify-center gap-1',
          hasTextLinks && 'max-sm:order-first max-sm:w-full',
        )}
      >
        {pagerPages(page, count, kind).map((step, i, steps) => (
          <li key={step === 'gap' ? `gap after ${steps[i - 1]}` : step}>
            {step === 'gap' ? (
              <span className="grid h-11 w-6 place-items-center text-muted">…</span>
            ) : step === page ? (
              <span aria-current="page" className={cx(boxClass, 'bg-ink text-paper')}>
                <span className="sr-only">Page </span>
                {step}
              </span>
            ) : (
              <PageLink to={to(step)} className={cx(boxClass, 'hover:bg-sunken')}>
                <span className="sr-only">Page </span>
                {step}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
      {page < count && (
        <PageLink
          to={to(page + 1)}
          rel="next"
          className={cx(boxClass, 'hover:bg-sunken')}
          aria-label={hasTextLinks ? undefined : 'Next page'}
        >
          {hasTextLinks ? 'Next' : <Right size={18} aria-hidden />}
        </PageLink>
      )}
    </nav>
  )
}
