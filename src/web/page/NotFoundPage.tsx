import { useQueryClient } from '@tanstack/react-query'
import type { Shop } from '#contract/content/calls.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHead } from './PageHead.tsx'
import { SearchForm } from './SearchForm.tsx'
import { Shelf } from './Shelf.tsx'
import { shopQuery } from './shop-query.ts'

/** Identical for every URL, so that the page cache needs only one. */
export function NotFoundPage() {
  // Missing only where not even header and footer can be shown.
  const texts = useQueryClient().getQueryData(shopQuery().queryKey)?.not_found
  return <NotFoundContent texts={texts} />
}

export const NotFoundContent = ({ texts }: { texts: Shop['not_found'] | undefined }) => (
  <div className="frame grid justify-items-start gap-7 py-14 sm:py-20">
    <PageHead title="Page not found" />
    <Shelf />
    <h1 className="display text-heading">{texts?.heading ?? 'Page not found'}</h1>
    {texts?.text && <p className="max-w-text text-lead whitespace-pre-line text-muted">{texts.text}</p>}
    <SearchForm className="w-full max-w-104" />
    {texts && <ButtonLink to={texts.button.link}>{texts.button.label}</ButtonLink>}
  </div>
)
