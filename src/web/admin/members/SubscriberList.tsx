import type { AdminAnswer } from '#contract/admin-calls.ts'
import { useAdminQuery } from '../client/query.ts'
import { Ago } from '../ui/Ago.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { Older } from '../ui/Older.tsx'
import { StateDot, type StateTone } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'

type Subscriber = AdminAnswer<'subscribers'>['data'][number]

const states: Record<Subscriber['state'], { words: string; tone: StateTone }> = {
  confirmed: { words: 'Wants it', tone: 'good' },
  asked: { words: 'Not confirmed', tone: 'waiting' },
  ended: { words: 'Ended', tone: 'idle' },
}
const sources: Record<Subscriber['source'], string> = { footer: 'Form of the shop', before: 'Before it was confirmed' }

/** Who wants the newsletter, by the click in its mail (docs/back-office §4). */
export function SubscriberList() {
  const { get } = usePageUrl()
  const [search, after] = [get('search') ?? '', get('after')]
  const subscribers = useAdminQuery('subscribers', { query: { search, ...(after && { after }) } })
  return (
    <Loaded query={subscribers}>
      {({ data, next, counts }) => (
        <>
          <p className="figures pb-3 text-muted">
            {counts.confirmed.toLocaleString('en-US')} want it, {counts.asked.toLocaleString('en-US')} have not
            confirmed it, {counts.ended.toLocaleString('en-US')} have ended it.
          </p>
          {data.length === 0 ? (
            <Empty title={search ? 'No email begins with that' : 'Nobody has subscribed yet'}>
              Whoever enters an email in the shop’s footer is here, and wants it once they click so in the mail.
            </Empty>
          ) : (
            <>
              <DataTable
                label="Subscribers"
                rows={data}
                columns={columns}
                idOf={({ id }) => String(id)}
                phone={phoneRow}
                isStale={subscribers.isPlaceholderData}
              />
              <Older next={next} />
            </>
          )}
        </>
      )}
    </Loaded>
  )
}

const State = ({ state }: Subscriber) => <StateDot tone={states[state].tone}>{states[state].words}</StateDot>
const lastOf = ({ since, confirmed_at, ended_at, state }: Subscriber) =>
  (state === 'ended' ? ended_at : state === 'confirmed' ? confirmed_at : null) ?? since

const columns: readonly DataColumn<Subscriber>[] = [
  { id: 'email', head: 'Email', cell: ({ email }) => <span className="break-all">{email}</span> },
  { id: 'state', head: 'State', cell: (subscriber) => <State {...subscriber} /> },
  { id: 'source', head: 'Asked by', cell: ({ source }) => sources[source] },
  { id: 'at', head: 'When', end: true, cell: (subscriber) => <Ago at={lastOf(subscriber)} /> },
]

const phoneRow = (subscriber: Subscriber) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="truncate font-[560]">{subscriber.email}</span>
      <Ago at={lastOf(subscriber)} className="shrink-0 text-small text-muted" />
    </span>
    <State {...subscriber} />
  </span>
)
