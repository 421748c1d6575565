import { useAdminQuery } from '../api/query.ts'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type Delivery, deliveryLabels, deliveryStates, type Newsletter } from './newsletter-labels.ts'

/** Recipients not reached, or not yet, with the response of their mail server. */
export function DeliveryList({ newsletter }: { newsletter: Newsletter }) {
  const url = usePageUrl()
  const param = url.get('state')
  const [state, after] = [deliveryStates.find((option) => option === param), url.get('after')]
  const deliveries = useAdminQuery('deliveries', {
    params: { newsletter_id: newsletter.id },
    query: { ...(state && { state }), ...(after && { after }) },
  })
  return (
    <Section title="Not delivered">
      <div className="grid grid-cols-1 gap-3 pt-1">
        <Tabs
          label="Reason"
          tabs={[undefined, ...deliveryStates].map((option) => ({
            label: option ? deliveryLabels[option].tab : 'All',
            to: url.with({ state: option, after: undefined }),
            isCurrent: state === option,
          }))}
        />
        {state === 'unknown' && (
          <p className="text-small text-muted">
            The connection was lost while these were being sent. They may have arrived, so they won’t be sent again.
          </p>
        )}
        <Loaded query={deliveries}>
          {({ data, next }) =>
            data.length === 0 ? (
              <p className="py-2 text-muted">{state ? 'No one.' : 'Delivered to everyone so far.'}</p>
            ) : (
              <>
                <DataTable
                  label="Not delivered"
                  rows={data}
                  columns={columns}
                  idOf={({ subscriber_id }) => String(subscriber_id)}
                  mobileRow={mobileRow}
                  isStale={deliveries.isPlaceholderData}
                />
                <NextPageLink next={next} />
              </>
            )
          }
        </Loaded>
      </div>
    </Section>
  )
}

const Email = ({ email }: Delivery) =>
  email === null ? <span className="text-muted">erased</span> : <span className="break-all">{email}</span>
const State = ({ state }: Delivery) => (
  <StateDot tone={deliveryLabels[state].tone}>{deliveryLabels[state].label}</StateDot>
)

const columns: readonly DataColumn<Delivery>[] = [
  { id: 'email', header: 'Email', cell: (delivery) => <Email {...delivery} /> },
  { id: 'state', header: 'Outcome', cell: (delivery) => <State {...delivery} /> },
  { id: 'code', header: 'Server reply', cell: ({ code }) => <span className="figures text-muted">{code || '–'}</span> },
  { id: 'at', header: 'When', end: true, cell: ({ at }) => <TimeAgo at={at} /> },
]

const mobileRow = (delivery: Delivery) => (
  <span className="grid grid-cols-1 gap-0.5">
    <span className="flex justify-between gap-3">
      <span className="truncate font-[560]">
        <Email {...delivery} />
      </span>
      <TimeAgo at={delivery.at} className="shrink-0 text-small text-muted" />
    </span>
    <span className="flex justify-between gap-3 text-small text-muted">
      <State {...delivery} />
      <span className="figures">{delivery.code}</span>
    </span>
  </span>
)
