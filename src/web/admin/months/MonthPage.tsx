import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { ApiError } from '#web/api/api.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { CorrectionsSection } from '../network/CorrectionsSection.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/states.tsx'
import { ClosedFigures } from './ClosedFigures.tsx'
import { CloseSection } from './CloseSection.tsx'
import { MonthSteps } from './MonthSteps.tsx'
import { MonthState } from './MonthsPage.tsx'
import type { ManagedMonth } from './month-labels.ts'
import { PayoutList } from './PayoutList.tsx'
import { PaySection } from './PaySection.tsx'

/** Polling interval while a run is in progress. */
const POLL_INTERVAL_MS = 700

/** Progress of a month: open, settling, closed, paid. */
export default function MonthPage() {
  const { month = '' } = useParams()
  const query = useQuery({
    ...adminQuery('managedMonth', { params: { month } }),
    refetchInterval: ({ state: { data } }) => (data?.run ? POLL_INTERVAL_MS : false),
  })
  const isUnknown = !isMonth(month) || (query.error instanceof ApiError && query.error.status === 404)
  return (
    <>
      {!query.data && !isUnknown && <MonthHeader month={month} />}
      <Loaded query={query}>{(data) => <MonthView key={data.month} month={data} />}</Loaded>
    </>
  )
}

const isMonth = (value: string): boolean => /^\d{4}-\d{2}$/.test(value)

/** Also shown while the month loads or fails to load. */
const MonthHeader = ({ month, actions, children }: { month: string; actions?: ReactNode; children?: ReactNode }) => (
  <>
    <PageLink to={adminPaths.months} className="text-link text-small">
      Months
    </PageLink>
    <PageHeader title={monthName(month)} actions={actions}>
      {children}
    </PageHeader>
  </>
)

function MonthView({ month }: { month: ManagedMonth }) {
  const canViewAuditLog = useHasPermission('audit.read')
  return (
    <>
      <MonthHeader
        month={month.month}
        actions={
          canViewAuditLog && (
            <ButtonLink to={`${adminPaths.audit}?subject=month:${month.month}`} kind="quiet">
              History
            </ButtonLink>
          )
        }
      >
        <p>
          <MonthState month={month} />
        </p>
      </MonthHeader>
      <div className="grid gap-9 pt-2">
        <MonthSteps month={month} />
        {month.state === 'open' || month.state === 'settling' ? (
          <CloseSection month={month} />
        ) : month.closed_externally ? (
          <p className="text-muted">This month was closed in an older system; it has no figures here.</p>
        ) : (
          <>
            {month.state === 'closed' && <PaySection month={month} />}
            <ClosedFigures month={month} />
            <PayoutList month={month} />
          </>
        )}
        {!month.closed_externally && <CorrectionsSection filter={{ month: month.month }} />}
      </div>
    </>
  )
}
