import { adminPaths } from '#contract/admin-paths.ts'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Loaded, RowsSkeleton } from '../ui/states.tsx'
import { Figures } from './Figures.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { TodoList } from './TodoList.tsx'

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'America/New_York',
})

/** Queues first, then figures (docs/back-office §7). */
export default function TodayPage() {
  const dashboard = useAdminQuery('dashboard')
  const figures = useAdminQuery('figures')
  const canCreateOrder = useHasPermission('orders.change')
  return (
    <>
      <PageHeader
        title="Today"
        note={dayFormat.format(Date.now())}
        actions={canCreateOrder && <ButtonLink to={adminPaths.newOrder}>New order</ButtonLink>}
      />
      {/* Side by side where both fit at the current font size. */}
      <div className="flex flex-wrap gap-x-12 gap-y-10 *:min-w-0 *:basis-[min(100%,26rem)] *:last:grow-999 *:last:basis-[min(100%,30rem)]">
        <Loaded query={dashboard} skeleton={<RowsSkeleton rows={7} />}>
          {({ waiting, first_steps }) => (
            <div className="grid grow content-start gap-10">
              {first_steps && <FirstSteps steps={first_steps} />}
              <TodoList waiting={waiting} />
            </div>
          )}
        </Loaded>
        <Loaded query={figures} skeleton={<RowsSkeleton rows={10} />}>
          {(data) => <Figures figures={data} />}
        </Loaded>
      </div>
    </>
  )
}
