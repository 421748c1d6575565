import { ButtonLink } from './Button.tsx'
import { usePageUrl } from './use-page-url.ts'

/** Cursor pagination: Back in the browser returns to the previous page, and a link leads to the first one. */
export function NextPageLink({ next }: { next: string | number | null }) {
  const url = usePageUrl()
  const isFirst = url.get('after') === undefined
  if (isFirst && next === null) return null
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3 pt-4">
      {isFirst ? <span /> : <ButtonLink to={url.with({ after: undefined })}>First page</ButtonLink>}
      {next !== null && <ButtonLink to={url.with({ after: String(next) })}>Next page</ButtonLink>}
    </nav>
  )
}
