import { paths } from '#web/api/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHead } from './PageHead.tsx'
import { SearchForm } from './SearchForm.tsx'
import { Shelf } from './Shelf.tsx'

/** Identical for every URL, so that the page cache needs only one. */
export function NotFoundPage() {
  return (
    <div className="frame grid justify-items-start gap-7 py-14 sm:py-20">
      <PageHead title="Page not found" />
      <Shelf />
      <h1 className="display text-heading">We can’t find that page</h1>
      <p className="max-w-text text-lead text-muted">
        The address may be mistyped, or the product may have been discontinued. Your cart is unchanged.
      </p>
      <SearchForm className="w-full max-w-104" />
      <ButtonLink to={paths.packages}>See all packages</ButtonLink>
    </div>
  )
}
