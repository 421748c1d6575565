import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useDownload } from '../api/use-download.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { StateDot, type StateTone } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { formatCount } from './newsletter-labels.ts'

type Subscriber = AdminResponse<'subscribers'>['data'][number]
type Counts = AdminResponse<'subscribers'>['counts']

const states: Record<Subscriber['state'], { label: string; tone: StateTone }> = {
  confirmed: { label: 'Subscribed', tone: 'good' },
  asked: { label: 'Not confirmed', tone: 'waiting' },
  ended: { label: 'Unsubscribed', tone: 'idle' },
}
const sources: Record<Subscriber['source'], string> = { footer: 'Store form', before: 'Before confirmation' }
const tabs: readonly { label: string; state: keyof Counts | undefined }[] = [
  { label: 'All', state: undefined },
  { label: 'Subscribed', state: 'confirmed' },
  { label: 'Not confirmed', state: 'asked' },
  { label: 'Bounced', state: 'bounced' },
  { label: 'Unsubscribed', state: 'ended' },
]

/** Subscribers who confirmed through the link in their email (docs/back-office §4). */
export function SubscriberList() {
  const url = usePageUrl()
  const { get } = url
  const [search, after] = [get('search') ?? '', get('after')]
  const state = tabs.find((tab) => tab.state === get('state'))?.state
  const subscribers = useAdminQuery('subscribers', {
    query: { search, ...(state && { state }), ...(after && { after }) },
  })
  const [canExport, canSend] = [useHasPermission('members.export'), useHasPermission('newsletters.send')]
  const download = useDownload()
  const columns = canSend ? [...baseColumns, actionColumn] : baseColumns
  return (
    <Loaded query={subscribers}>
      {({ data, next, counts }) => (
        <div className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <Tabs
              label="Status"
              tabs={tabs.map((tab) => ({
                label: tab.label,
                to: url.with({ state: tab.state, after: undefined }),
                isCurrent: state === tab.state,
                ...(tab.state && { count: formatCount(counts[tab.state]) }),
              }))}
            />
            {canExport && (
              <Button busy={download.isPending} onClick={() => download.mutate(adminUrl('subscribersExport'))}>
                All as CSV
              </Button>
            )}
          </div>
          {state === 'bounced' && (
            <p className="text-small text-muted">
              A mail server reported that the mailbox does not exist, or staff marked it. Nothing is sent there until
              the owner confirms again.
            </p>
          )}
          {data.length === 0 ? (
            <Empty title={emptyTitle(search, state)}>
              Everyone who signs up in the store’s footer appears here. They are subscribed once they confirm by email.
            </Empty>
          ) : (
            <>
              <DataTable
                label="Subscribers"
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                mobileRow={canSend ? mobileRowWithAction : mobileRow}
                isStale={subscribers.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </>
          )}
        </div>
      )}
    </Loaded>
  )
}

const emptyTitle = (search: string, state: keyof Counts | undefined): string =>
  search
    ? 'No subscribers found'
    : state === 'bounced'
      ? 'No bounced mailboxes'
      : state
        ? 'No subscribers'
        : 'No subscribers yet'

const State = ({ state, bounced_at, bounce_code }: Subscriber) =>
  bounced_at !== null && state === 'confirmed' ? (
    <StateDot tone="bad">Bounced ({bounce_code})</StateDot>
  ) : (
    <StateDot tone={states[state].tone}>{states[state].label}</StateDot>
  )
const lastEventAt = ({ since, confirmed_at, ended_at, bounced_at, state }: Subscriber) =>
  (state === 'ended' ? ended_at : state === 'confirmed' ? (bounced_at ?? confirmed_at) : null) ?? since

/** Staff record bounces manually; the shop reads no mailbox. */
function BounceButton({ subscriber: { id, email, state, bounced_at } }: { subscriber: Subscriber }) {
  const undo = useAdminMutation('setBounced')
  const set = useAdminMutation('setBounced', {
    undo:
      (_, { params, body }) =>
      () =>
        undo.mutate({ params, body: { bounced: !body.bounced } }),
    successMessage: ({ bounced_at: bouncedAt }) =>
      bouncedAt === null
        ? `The newsletter will be sent to ${email} again.`
        : `No newsletter is sent to ${email} until they confirm again.`,
  })
  if (state !== 'confirmed') return null
  const [bounced, label] = bounced_at === null ? [true, 'Mark as bounced'] : [false, 'Resume']
  return (
    <Button
      kind="quiet"
      className="relative z-10"
      aria-label={`${label}: ${email}`}
      busy={set.isPending}
      onClick={() => set.mutate({ params: { subscriber_id: id }, body: { bounced } })}
    >
      {label}
    </Button>
  )
}

const baseColumns: readonly DataColumn<Subscriber>[] = [
  { id: 'email', header: 'Email', cell: ({ email }) => <span className="break-all">{email}</span> },
  { id: 'state', header: 'Status', cell: (subscriber) => <State {...subscriber} /> },
  { id: 'source', header: 'Signed up by', cell: ({ source }) => sources[source] },
  { id: 'at', header: 'When', end: true, cell: (subscriber) => <TimeAgo at={lastEventAt(subscriber)} /> },
]
const actionColumn: DataColumn<Subscriber> = {
  id: 'act',
  header: '',
  end: true,
  cell: (subscriber) => <BounceButton subscriber={subscriber} />,
}

const mobileRow = (subscriber: Subscriber) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="truncate font-[560]">{subscriber.email}</span>
      <TimeAgo at={lastEventAt(subscriber)} className="shrink-0 text-small text-muted" />
    </span>
    <State {...subscriber} />
  </span>
)

const mobileRowWithAction = (subscriber: Subscriber) => (
  <span className="flex items-center gap-2">
    <span className="min-w-0 grow">{mobileRow(subscriber)}</span>
    <BounceButton subscriber={subscriber} />
  </span>
)
