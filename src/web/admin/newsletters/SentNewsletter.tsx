import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { NewsletterPreview } from './NewsletterPreview.tsx'
import { NewsletterProgress } from './NewsletterProgress.tsx'
import { NewsletterState } from './NewsletterState.tsx'
import { formatCount, type Newsletter, subjectOf } from './newsletter-labels.ts'

/** A newsletter whose sending has started: progress, failures and text. */
export function SentNewsletter({ newsletter }: { newsletter: Newsletter }) {
  const navigate = useNavigate()
  const canViewAuditLog = useHasPermission('audit.read')
  const { id, subject, body, started, ended_at, counts } = newsletter
  const duplicate = useAdminMutation('writeNewsletter', {
    successMessage: 'New draft created with the same text.',
    onSuccess: (copy) => void navigate(fillPath(adminPaths.newsletter, { newsletter_id: copy.id })),
  })
  return (
    <>
      <PageLink to={adminPaths.newsletters} className="text-link text-small">
        Newsletters
      </PageLink>
      <PageHeader
        title={subjectOf(newsletter)}
        actions={
          <>
            {canViewAuditLog && (
              <ButtonLink to={`${adminPaths.audit}?subject=newsletter:${id}`} kind="quiet">
                History
              </ButtonLink>
            )}
            <Button busy={duplicate.isPending} onClick={() => duplicate.mutate({ body: { subject, body } })}>
              Duplicate
            </Button>
          </>
        }
      >
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <NewsletterState newsletter={newsletter} />
          <span className="min-w-0 text-muted wrap-anywhere">
            {started && (
              <>
                started <TimeAgo at={started.at} /> by {started.by}
              </>
            )}
            {ended_at && (
              <>
                , done <TimeAgo at={ended_at} />
              </>
            )}
          </span>
        </p>
      </PageHeader>
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
            <NewsletterPreview draft={{ subject, body }} title="Content" />
          </div>
        </div>
      </div>
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: number }): ReactNode => (
  <div className="min-w-0">
    <dt className="text-small text-muted">{name}</dt>
    <dd className="figures text-lead font-[520]">{formatCount(children)}</dd>
  </div>
)
