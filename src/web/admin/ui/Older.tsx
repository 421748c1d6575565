import { ButtonLink } from './Button.tsx'
import { usePageUrl } from './use-page-url.ts'

/** Pages of a list by its cursor: the step back is the browser's, and the first page is one press away. */
export function Older({ next }: { next: string | number | null }) {
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
