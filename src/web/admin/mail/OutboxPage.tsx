import type { RowSelectionState } from '@tanstack/react-table'
import { useCallback, useState } from 'react'
import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { usePermissions } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Ago } from '../ui/TimeAgo.tsx'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { MailDrawer } from './MailDrawer.tsx'
import { mailName, mailStates } from './mail-labels.ts'

type Mail = AdminAnswer<'mails'>['data'][number]
type MailState = Mail['state']

/** Sent, queued and rejected emails (docs/back-office §6). */
export default function OutboxPage() {
  const url = usePageUrl()
  const { get, change } = url
  const [state, search, after, opened] = [
    get('state') as MailState | undefined,
    get('search'),
    get('after'),
    get('mail'),
  ]
  const [selected, setSelected] = useState<RowSelectionState>({})
  const mayChange = usePermissions('orders.change')
  const mails = useAdminQuery('mails', {
    query: { ...(state && { state }), search: search ?? '', ...(after && { after }) },
  })
  const retry = useAdminMutation('retryMails', {
    done: ({ retried }) =>
      retried.length === 1 ? 'The email will be retried.' : `${retried.length} emails will be retried.`,
    onDone: () => setSelected({}),
  })
  const find = useCallback((words: string) => change({ search: words, after: undefined }, { replace: true }), [change])
  const chosen = Object.keys(selected).filter((id) => selected[id])
  const canRetry = mayChange && state === 'failed'

  return (
    <>
      <PageHead
        title="Outbox"
        note={mails.data && `${mails.data.count.value}${mails.data.count.more ? '+' : ''}`}
        actions={
          canRetry && (
            <Button
              kind="primary"
              disabled={chosen.length === 0}
              busy={retry.isPending}
              onClick={() => retry.mutate({ body: { mail_ids: chosen } })}
            >
              {chosen.length === 0 ? 'Try again' : `Retry ${chosen.length}`}
            </Button>
          )
        }
      >
        <Tabs
          label="State"
          tabs={[
            { label: 'All', to: url.with({ state: undefined, after: undefined }), isCurrent: state === undefined },
            ...Object.entries(mailStates).map(([key, { words }]) => ({
              label: words,
              to: url.with({ state: key, after: undefined }),
              isCurrent: state === key,
            })),
          ]}
        />
        <SearchField label="Recipient" value={search ?? ''} onSearch={find} className="w-full sm:w-72" />
      </PageHead>
      <Loaded query={mails}>
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
                toOf={({ id }) => url.with({ mail: id })}
                phone={phoneRow}
                isStale={mails.isPlaceholderData}
                {...(canRetry && { selection: { selected, change: setSelected } })}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
      <MailDrawer id={opened} onClose={() => change({ mail: undefined })} />
    </>
  )
}

const State = ({ mail }: { mail: Mail }) => (
  <StateDot tone={mailStates[mail.state].tone}>{mailStates[mail.state].words}</StateDot>
)

const columns: readonly DataColumn<Mail>[] = [
  { id: 'subject', head: 'Mail', cell: ({ subject, mail }) => subject ?? mailName(mail) },
  {
    id: 'recipient',
    head: 'To',
    cell: ({ recipient }) => recipient ?? <span className="text-muted">no recipient</span>,
  },
  { id: 'state', head: 'State', cell: (mail) => <State mail={mail} /> },
  {
    id: 'order',
    head: 'Order',
    cell: ({ order_id }) =>
      order_id !== null && (
        <a href={fillPath(adminPaths.order, { order_id })} className="figures text-link relative z-10">
          {order_id}
        </a>
      ),
  },
  {
    id: 'reason',
    head: 'Why it failed',
    cell: ({ reason }) => <span className="text-muted">{reason}</span>,
    className: 'max-w-72',
  },
  { id: 'at', head: 'When', end: true, cell: ({ sent_at, queued_at }) => <Ago at={sent_at ?? queued_at} /> },
]

const phoneRow = (mail: Mail) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="truncate font-[560]">{mail.subject ?? mailName(mail.mail)}</span>
      <Ago at={mail.sent_at ?? mail.queued_at} className="shrink-0 text-small text-muted" />
    </span>
    <span className="flex justify-between gap-3 text-small text-muted">
      <span className="truncate">{mail.recipient}</span>
      <State mail={mail} />
    </span>
  </span>
)
