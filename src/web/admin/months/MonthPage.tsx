import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { ApiError } from '#web/api/api.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery } from '../api/query.ts'
import { usePermissions } from '../api/session.tsx'
import { SomeCorrections } from '../network/CorrectionsSection.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { Loaded } from '../ui/states.tsx'
import { ClosedFigures } from './ClosedFigures.tsx'
import { ClosePart } from './ClosePart.tsx'
import { MonthSteps } from './MonthSteps.tsx'
import { State } from './MonthsPage.tsx'
import type { ManagedMonth } from './month-labels.ts'
import { PayoutList } from './PayoutList.tsx'
import { PayPart } from './PayPart.tsx'

/** Polling interval while a run is in progress. */
const LOOK_EVERY_MS = 700

/** Progress of a month: open, settling, closed, paid. */
export default function MonthPage() {
  const { month = '' } = useParams()
  const found = useQuery({
    ...adminQuery('managedMonth', { params: { month } }),
    refetchInterval: ({ state: { data } }) => (data?.run ? LOOK_EVERY_MS : false),
  })
  const isUnknown = !isMonth(month) || (found.error instanceof ApiError && found.error.status === 404)
  return (
    <>
      {!found.data && !isUnknown && <Top month={month} />}
      <Loaded query={found}>{(data) => <MonthView key={data.month} month={data} />}</Loaded>
    </>
  )
}

const isMonth = (given: string): boolean => /^\d{4}-\d{2}$/.test(given)

/** Also shown while the month loads or fails to load. */
const Top = ({ month, actions, children }: { month: string; actions?: ReactNode; children?: ReactNode }) => (
  <>
    <PageLink to={adminPaths.months} className="text-link text-small">
      Months
    </PageLink>
    <PageHead title={monthName(month)} actions={actions}>
      {children}
    </PageHead>
  </>
)

function MonthView({ month }: { month: ManagedMonth }) {
  const maySeeLog = usePermissions('audit.read')
  return (
    <>
      <Top
        month={month.month}
        actions={
          maySeeLog && (
            <ButtonLink to={`${adminPaths.audit}?subject=month:${month.month}`} kind="quiet">
              History
            </ButtonLink>
          )
        }
      >
        <p>
          <State month={month} />
        </p>
      </Top>
      <div className="grid gap-9 pt-2">
        <MonthSteps month={month} />
        {month.state === 'open' || month.state === 'settling' ? (
          <ClosePart month={month} />
        ) : month.closed_externally ? (
          <p className="text-muted">This month was closed in an older system; it has no figures here.</p>
        ) : (
          <>
            {month.state === 'closed' && <PayPart month={month} />}
            <ClosedFigures month={month} />
            <PayoutList month={month} />
          </>
        )}
        {!month.closed_externally && <SomeCorrections of={{ month: month.month }} />}
      </div>
    </>
  )
}
