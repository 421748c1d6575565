import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { MembersTabs, NEWSLETTER } from '../shared/MembersTabs.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { NewsletterState } from './NewsletterState.tsx'
import { NewsletterTabs } from './NewsletterTabs.tsx'
import { formatCount, NEW_NEWSLETTER, type NewsletterRow, subjectOf, undeliveredCount } from './newsletter-labels.ts'

const pathOf = (id: number) => fillPath(adminPaths.newsletter, { newsletter_id: id })

/** Newsletters being written, being sent, and sent (docs/back-office §4). */
export default function NewslettersPage() {
  const after = usePageUrl().get('after')
  const newsletters = useAdminQuery('newsletters', { query: { ...(after && { after }) } })
  const button = (
    <ButtonLink kind="primary" to={fillPath(adminPaths.newsletter, { newsletter_id: NEW_NEWSLETTER })}>
      New newsletter
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Newsletters" actions={button}>
        <MembersTabs current={NEWSLETTER} />
        <NewsletterTabs current="newsletters" />
      </PageHeader>
      <Loaded query={newsletters}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty title="No newsletter yet" action={button}>
              Write one, preview it as an email, send yourself a test, then send it to everyone who has confirmed their
              subscription.
            </Empty>
          ) : (
            <>
              <DataTable
                label="Newsletters"
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                hrefOf={({ id }) => pathOf(id)}
                mobileRow={mobileRow}
                isStale={newsletters.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const count = (newsletter: NewsletterRow, value: number) =>
  newsletter.state === 'draft' ? <span className="text-muted">–</span> : formatCount(value)

const columns: readonly DataColumn<NewsletterRow>[] = [
  {
    id: 'subject',
    header: 'Subject',
    cell: (newsletter) => <span className="break-words">{subjectOf(newsletter)}</span>,
  },
  { id: 'state', header: 'Status', cell: (newsletter) => <NewsletterState newsletter={newsletter} /> },
  { id: 'sent', header: 'Sent', end: true, cell: (newsletter) => count(newsletter, newsletter.counts.sent) },
  {
    id: 'not-reached',
    header: 'Not delivered',
    end: true,
    cell: (newsletter) => count(newsletter, undeliveredCount(newsletter.counts)),
  },
  {
    id: 'unsubscribed',
    header: 'Unsubscribed',
    end: true,
    cell: (newsletter) => count(newsletter, newsletter.counts.unsubscribed),
  },
  {
    id: 'at',
    header: 'When',
    end: true,
    cell: (newsletter) => <TimeAgo at={(newsletter.started ?? newsletter.changed).at} />,
  },
]

const mobileRow = (newsletter: NewsletterRow) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="truncate font-[560]">{subjectOf(newsletter)}</span>
      <TimeAgo at={(newsletter.started ?? newsletter.changed).at} className="shrink-0 text-small text-muted" />
    </span>
    <span className="flex justify-between gap-3 text-small text-muted">
      <NewsletterState newsletter={newsletter} />
      {newsletter.state !== 'draft' && <span className="figures">{formatCount(newsletter.counts.sent)} sent</span>}
    </span>
  </span>
)
