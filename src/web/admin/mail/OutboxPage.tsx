import type { RowSelectionState } from '@tanstack/react-table'
import { useCallback, useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { MailDrawer } from './MailDrawer.tsx'
import { emailName, emailStates } from './mail-labels.ts'

type Mail = AdminResponse<'mails'>['data'][number]
type MailState = Mail['state']

/** Sent, queued and rejected emails (docs/back-office §6). */
export default function OutboxPage() {
  const url = usePageUrl()
  const { get, change } = url
  const [state, search, after, openMailId] = [
    get('state') as MailState | undefined,
    get('search'),
    get('after'),
    get('mail'),
  ]
  const [selected, setSelected] = useState<RowSelectionState>({})
  const canChange = useHasPermission('orders.change')
  const emails = useAdminQuery('mails', {
    query: { ...(state && { state }), search: search ?? '', ...(after && { after }) },
  })
  const retry = useAdminMutation('retryMails', {
    successMessage: ({ retried }) =>
      retried.length === 1 ? 'The email will be retried.' : `${retried.length} emails will be retried.`,
    onSuccess: () => setSelected({}),
  })
  const onSearch = useCallback(
    (text: string) => change({ search: text, after: undefined }, { replace: true }),
    [change],
  )
  const selectedIds = Object.keys(selected).filter((id) => selected[id])
  const canRetry = canChange && state === 'failed'

  return (
    <>
      <PageHeader
        title="Outbox"
        note={emails.data && `${emails.data.count.value}${emails.data.count.more ? '+' : ''}`}
        actions={
          canRetry && (
            <Button
              kind="primary"
              disabled={selectedIds.length === 0}
              busy={retry.isPending}
              onClick={() => retry.mutate({ body: { mail_ids: selectedIds } })}
            >
              {selectedIds.length === 0 ? 'Try again' : `Retry ${selectedIds.length}`}
            </Button>
          )
        }
      >
        <Tabs
          label="Status"
          tabs={[
            { label: 'All', to: url.with({ state: undefined, after: undefined }), isCurrent: state === undefined },
            ...Object.entries(emailStates).map(([key, { label }]) => ({
              label,
              to: url.with({ state: key, after: undefined }),
              isCurrent: state === key,
            })),
          ]}
        />
        <SearchField label="Recipient" value={search ?? ''} onSearch={onSearch} className="w-full sm:w-72" />
      </PageHeader>
      <Loaded query={emails}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty title={state === 'failed' ? 'Every email was delivered' : 'No email here'}>
              Emails appear here as the shop sends them.
            </Empty>
          ) : (
            <>
              <DataTable
                label="Emails"
                rows={data}
                columns={columns}
                idOf={({ id }) => id}
                hrefOf={({ id }) => url.with({ mail: id })}
                mobileRow={mobileRow}
                isStale={emails.isPlaceholderData}
                {...(canRetry && { selection: { selected, change: setSelected } })}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      <MailDrawer id={openMailId} onClose={() => change({ mail: undefined })} />
    </>
  )
}

const State = ({ mail }: { mail: Mail }) => (
  <StateDot tone={emailStates[mail.state].tone}>{emailStates[mail.state].label}</StateDot>
)

const columns: readonly DataColumn<Mail>[] = [
  { id: 'subject', header: 'Email', cell: ({ subject, mail }) => subject ?? emailName(mail) },
  {
    id: 'recipient',
    header: 'To',
    cell: ({ recipient }) => recipient ?? <span className="text-muted">no recipient</span>,
  },
  { id: 'state', header: 'Status', cell: (mail) => <State mail={mail} /> },
  {
    id: 'order',
    header: 'Order',
    cell: ({ order_id }) =>
      order_id !== null && (
        <a href={fillPath(adminPaths.order, { order_id })} className="figures text-link relative z-10">
          {order_id}
        </a>
      ),
  },
  {
    id: 'reason',
    header: 'Why it failed',
    cell: ({ reason }) => <span className="text-muted">{reason}</span>,
    className: 'max-w-72',
  },
  { id: 'at', header: 'When', end: true, cell: ({ sent_at, queued_at }) => <TimeAgo at={sent_at ?? queued_at} /> },
]

const mobileRow = (mail: Mail) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="truncate font-[560]">{mail.subject ?? emailName(mail.mail)}</span>
      <TimeAgo at={mail.sent_at ?? mail.queued_at} className="shrink-0 text-small text-muted" />
    </span>
    <span className="flex justify-between gap-3 text-small text-muted">
      <span className="truncate">{mail.recipient}</span>
      <State mail={mail} />
    </span>
  </span>
)
