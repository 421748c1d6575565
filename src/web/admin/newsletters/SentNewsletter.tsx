import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { usePermissions } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { NewsletterProgress } from './NewsletterProgress.tsx'
import { NewsletterState } from './NewsletterState.tsx'
import { type Newsletter, subjectOf, whole } from './newsletter-labels.ts'

/** A newsletter whose sending has started: progress, failures and text. */
export function SentNewsletter({ newsletter }: { newsletter: Newsletter }) {
  const navigate = useNavigate()
  const maySeeLog = usePermissions('audit.read')
  const { id, subject, body, started, ended_at, counts } = newsletter
  const again = useAdminMutation('writeNewsletter', {
    done: 'New draft created with the same text.',
    onDone: (copy) => void navigate(fillPath(adminPaths.newsletter, { newsletter_id: copy.id })),
  })
  return (
    <>
      <PageLink to={adminPaths.newsletters} className="text-link text-small">
        Newsletters
      </PageLink>
      <PageHead
        title={subjectOf(newsletter)}
        actions={
          <>
            {maySeeLog && (
              <ButtonLink to={`${adminPaths.audit}?subject=newsletter:${id}`} kind="quiet">
                History
              </ButtonLink>
            )}
            <Button busy={again.isPending} onClick={() => again.mutate({ body: { subject, body } })}>
              Duplicate
            </Button>
          </>
        }
      >
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <NewsletterState newsletter={newsletter} />
          <span className="text-muted">
            {started && (
              <>
                started <Ago at={started.at} /> by {started.by}
              </>
            )}
            {ended_at && (
              <>
                , done <Ago at={ended_at} />
              </>
            )}
          </span>
        </p>
      </PageHead>
      <div className="grid gap-9 pt-2">
        {newsletter.state !== 'sent' && <NewsletterProgress newsletter={newsletter} />}
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
          <Figure name="Sent">{counts.sent}</Figure>
          <Figure name="No such mailbox">{counts.refused}</Figure>
          <Figure name="Failed">{counts.failed}</Figure>
          <Figure name="Unsure">{counts.unknown}</Figure>
          {newsletter.state === 'sent' ? (
            <Figure name="Unsubscribed before">{counts.withdrawn}</Figure>
          ) : (
            <Figure name="Still to send">{counts.remaining}</Figure>
          )}
          <Figure name="Unsubscribed from this one">{counts.unsubscribed}</Figure>
        </dl>
        <div className="grid items-start gap-x-10 gap-y-9 xl:grid-cols-2">
          <DeliveryList newsletter={newsletter} />
          <div className="min-w-0">
            <NewsletterPreview written={{ subject, body }} title="Content" />
          </div>
        </div>
      </div>
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: number }): ReactNode => (
  <div className="min-w-0">
    <dt className="text-small text-muted">{name}</dt>
    <dd className="figures text-lead font-[520]">{whole(children)}</dd>
  </div>
)
