import { useCallback } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import type { ListedMessage } from '#contract/messages/admin-calls.ts'
import { fillPath } from '#contract/paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { messageStateLabels } from './message-labels.ts'

const views = [
  { label: 'Open', key: undefined, state: 'open' },
  { label: 'Answered', key: 'answered', state: 'answered' },
  { label: 'Spam', key: 'spam', state: 'spam' },
  { label: 'All', key: 'all', state: undefined },
] as const

/** Inbox of the contact form (docs/back-office §4). */
export default function MessagesPage() {
  const url = usePageUrl()
  const { get, change } = url
  const view = views.find(({ key }) => key === get('show')) ?? views[0]
  const [search, after] = [get('search') ?? '', get('after')]
  const messages = useAdminQuery('messages', {
    query: { ...(view.state && { state: view.state }), search, ...(after && { after }) },
  })
  const onSearch = useCallback(
    (text: string) => change({ search: text, after: undefined }, { replace: true }),
    [change],
  )
  return (
    <>
      <PageHeader title="Messages">
        <Tabs
          label="Show"
          tabs={views.map(({ label, key }) => ({
            label,
            to: url.with({ show: key, after: undefined }),
            isCurrent: view.key === key,
          }))}
        />
        <SearchField
          label="Name, email, subject or order"
          value={search}
          onSearch={onSearch}
          className="w-full sm:w-80"
        />
      </PageHeader>
      <Loaded query={messages}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty
              title={
                search !== '' ? 'No messages found' : view.state === 'open' ? 'Nothing to answer' : 'No messages here'
              }
            >
              {search !== ''
                ? 'No message here matches the search.'
                : 'Messages that customers send with the contact form appear here.'}
            </Empty>
          ) : (
            <>
              <DataTable
                label="Messages"
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                hrefOf={({ id }) => fillPath(adminPaths.message, { message_id: id })}
                mobileRow={mobileRow}
                isStale={messages.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const State = ({ state }: ListedMessage) => (
  <StateDot tone={messageStateLabels[state].tone}>{messageStateLabels[state].label}</StateDot>
)

const columns: readonly DataColumn<ListedMessage>[] = [
  {
    id: 'name',
    header: 'From',
    cell: ({ name, email }) => (
      <>
        <span className="block truncate">{name}</span>
        <span className="block truncate text-small font-normal text-muted">{email}</span>
      </>
    ),
    className: 'max-w-56',
  },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ subject, excerpt }) => (
      <>
        <span className="block truncate">{subject}</span>
        <span className="block truncate text-small text-muted">{excerpt}</span>
      </>
    ),
    className: 'max-w-96',
  },
  { id: 'state', header: 'Status', cell: (message) => <State {...message} /> },
  {
    id: 'at',
    header: 'Received',
    end: true,
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
    className: 'whitespace-nowrap',
  },
]

const mobileRow = (message: ListedMessage) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="truncate font-[560]">{message.subject}</span>
    <span className="truncate text-small text-muted">{message.excerpt}</span>
    <span className="flex justify-between gap-3 text-small text-muted">
      <span className="min-w-0 truncate">{message.name}</span>
      <State {...message} />
    </span>
  </span>
)
