import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { termsQuery } from './terms-query.ts'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Terms' }]

/** Current terms, as plain paragraphs. */
export default function TermsPage() {
  const { terms } = useSuspenseQuery(termsQuery()).data
  return (
    <PageFrame crumbs={crumbs} title="Terms">
      <PageHead title="Terms" description="The terms you accept when you register." path={paths.terms} />
      <BreadcrumbData crumbs={crumbs} />
      {terms ? (
        <div className="grid max-w-text gap-6">
          <p className="text-muted">
            Version {terms.version} of{' '}
            {new Date(terms.published_at).toLocaleDateString('en-US', {
              dateStyle: 'long',
              timeZone: 'America/New_York',
            })}
          </p>
          <div className="break-words whitespace-pre-line">{terms.text}</div>
        </div>
      ) : (
        <p className="text-muted">There are no terms to accept.</p>
      )}
    </PageFrame>
  )
}
