import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { formatDateTime } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { acceptanceLabel } from './terms-labels.ts'

/** A published version and its acceptances. */
export function TermsVersionView({ version }: { version: number }) {
  const after = usePageUrl().get('after')
  const termsVersion = useAdminQuery('termsVersion', {
    params: { version },
    query: after ? { after: Number(after) } : {},
  })
  return (
    <>
      <PageLink to={adminPaths.terms} className="text-link text-small">
        Terms
      </PageLink>
      <PageHeader title={`Version ${version} of the terms`} />
      <Loaded query={termsVersion}>
        {({ text, published_at, published_by, accepted, members, next }) => (
          <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
            <Section title="Text">
              <p className="pt-2 text-small text-muted">
                Published {formatDateTime(published_at)} by {published_by}
              </p>
              <div className="max-w-text pt-3 break-words whitespace-pre-line">{text}</div>
            </Section>
            <Section title="Members" note={acceptanceLabel(accepted)}>
              {members.length === 0 ? (
                <div className="pt-3">
                  <Empty title="No members have accepted it">
                    Members who register while it’s the latest version accept it.
                  </Empty>
                </div>
              ) : (
                <ul className="divide-y divide-hairline">
                  {members.map(({ id, member_no, name, accepted_at }) => (
                    <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                      <span>
                        <PageLink to={fillPath(adminPaths.member, { member_id: id })} className="text-link">
                          {name}
                        </PageLink>{' '}
                        <span className="figures text-muted">{member_no}</span>
                      </span>
                      <span className="text-small text-muted">{formatDateTime(accepted_at)}</span>
                    </li>
                  ))}
                </ul>
              )}
              <NextPageLink next={next} />
            </Section>
          </div>
        )}
      </Loaded>
    </>
  )
}
