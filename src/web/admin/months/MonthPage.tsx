import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminQuery } from '../client/query.ts'
import { useMay } from '../client/session.tsx'
import { monthName } from '../orders/order/month-name.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Loaded } from '../ui/states.tsx'
import { ClosedFigures } from './ClosedFigures.tsx'
import { ClosePart } from './ClosePart.tsx'
import { MonthSteps } from './MonthSteps.tsx'
import { State } from './MonthsPage.tsx'
import type { ManagedMonth } from './month-words.ts'
import { PayoutList } from './PayoutList.tsx'
import { PayPart } from './PayPart.tsx'

/** While something is being done with the month, it is looked at so often. */
const LOOK_EVERY_MS = 700

/** One month on its way: open, settling, closed, paid. */
export default function MonthPage() {
  const { month = '' } = useParams()
  const found = useQuery({
    ...adminQuery('managedMonth', { params: { month } }),
    refetchInterval: ({ state: { data } }) => (data?.run ? LOOK_EVERY_MS : false),
  })
  return <Loaded query={found}>{(data) => <MonthView key={data.month} month={data} />}</Loaded>
}

function MonthView({ month }: { month: ManagedMonth }) {
  const maySeeLog = useMay('audit.read')
  return (
    <>
      <PageLink to={adminPaths.months} className="text-link text-small">
        Months
      </PageLink>
      <PageHead
        title={monthName(month.month)}
        actions={
          maySeeLog && (
            <ButtonLink to={`${adminPaths.audit}?subject=month:${month.month}`} kind="quiet">
              What happened
            </ButtonLink>
          )
        }
      >
        <p>
          <State month={month} />
        </p>
      </PageHead>
      <div className="grid gap-9 pt-2">
        <MonthSteps month={month} />
        {month.state === 'open' || month.state === 'settling' ? (
          <ClosePart month={month} />
        ) : month.elsewhere ? (
          <p className="text-muted">It was closed in an older system: there are no figures of it here.</p>
        ) : (
          <>
            {month.state === 'closed' && <PayPart month={month} />}
            <PayoutList month={month} />
            <ClosedFigures month={month} />
          </>
        )}
      </div>
    </>
  )
}
