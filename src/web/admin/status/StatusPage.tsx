import { useQuery } from '@tanstack/react-query'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminQuery } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { checkNames, stateLabels, summaryOf } from './status-labels.ts'

type Status = AdminResponse<'status'>
type Check = Status['checks'][number]

const REFRESH_INTERVAL_MS = 30_000

/** Status of the system: problems first, then healthy checks. */
export default function StatusPage() {
  const status = useQuery({ ...adminQuery('status'), refetchInterval: REFRESH_INTERVAL_MS })
  return (
    <>
      <PageHeader
        title="Status"
        note={
          status.data && (
            <>
              checked <TimeAgo at={status.data.checked_at} />
            </>
          )
        }
        actions={
          <Button busy={status.isFetching} onClick={() => void status.refetch()}>
            Refresh
          </Button>
        }
      />
      <Loaded query={status} skeleton={<RowsSkeleton rows={11} />}>
        {({ checks }) => <Checks checks={checks} />}
      </Loaded>
    </>
  )
}

function Checks({ checks }: { checks: readonly Check[] }) {
  const failingChecks = [
    ...checks.filter(({ state }) => state === 'critical'),
    ...checks.filter(({ state }) => state === 'warning'),
  ]
  const otherChecks = checks.filter(({ state }) => state === 'ok' || state === 'unknown')
  return (
    <div className="grid gap-8">
      <p className="display text-lead" role="status">
        {summaryOf(checks)}
      </p>
      {failingChecks.length > 0 && (
        <Section title="Needs attention" note={failingChecks.length}>
          <List checks={failingChecks} />
        </Section>
      )}
      {otherChecks.length > 0 && (
        <Section title={failingChecks.length > 0 ? 'Everything else' : 'Checks'} note={otherChecks.length}>
          <List checks={otherChecks} />
        </Section>
      )}
    </div>
  )
}

const List = ({ checks }: { checks: readonly Check[] }) => (
  <ul>
    {checks.map(({ check, state, message, advice }) => (
      <li
        key={check}
        className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[10rem_7rem_1fr] sm:items-baseline"
      >
        <h3 className="font-[560]">{checkNames[check]}</h3>
        <p className="text-small">
          <StateDot tone={stateLabels[state].tone}>{stateLabels[state].label}</StateDot>
        </p>
        <div className="col-span-full grid max-w-prose gap-1 sm:col-span-1">
          <p>{message}</p>
          {advice !== null && <p className="text-muted">{advice}</p>}
        </div>
      </li>
    ))}
  </ul>
)
