import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_PAGE_SIZE } from '#contract/base/limits.ts'
import { formatOrderDay } from '#contract/orders/labels.ts'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { paths } from '#web/api/paths.ts'
import { EmptyState } from '#web/page/EmptyState.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Table } from '#web/ui/Table.tsx'
import { usePageNumber } from '#web/ui/use-page-number.ts'
import { Pv } from './Pv.tsx'
import { pointsQuery } from './points-query.ts'

const PointsPage = () => <AccountFrame title="My PVs (total)">{() => <Points />}</AccountFrame>
export default PointsPage

function Points() {
  const page = usePageNumber()
  const { data: points, error } = useQuery(pointsQuery(page))
  if (!points) {
    return error ? (
      <Alert tone="danger">We can’t load your PVs right now. Please try again in a moment.</Alert>
    ) : (
      <Spinner label="Loading your PVs" className="text-muted" />
    )
  }
  return (
    <>
      <p className="mb-6">
        <span className="sr-only">Total: </span>
        <Pv points={points.total} className="display text-title" />
      </p>
      {points.page_count === 0 ? (
        <EmptyState
          title="There are no PVs yet."
          action={<ButtonLink to={paths.packages}>Continue shopping</ButtonLink>}
        >
          You earn them when your orders are completed.
        </EmptyState>
      ) : points.data.length === 0 ? (
        <PageLink to={paths.accountPoints} className="tap-target text-link hover:text-ink">
          There are no PVs on this page. Go to the first page
        </PageLink>
      ) : (
        <Table
          aria-label="My PVs"
          look="list"
          className="mb-8"
          rows={points.data}
          keyOf={({ id }) => id}
          columns={[
            {
              name: '#',
              cellClass: 'figures text-muted',
              cell: (_, i) => (page - 1) * ACCOUNT_PAGE_SIZE + i + 1,
            },
            {
              name: 'Description',
              cell: ({ description, created_at }) => (
                <>
                  {description}
                  <span className="block text-note text-muted sm:hidden">{formatOrderDay(created_at)}</span>
                </>
              ),
            },
            { name: 'PVs', end: true, cellClass: 'max-sm:pr-0!', cell: ({ points }) => <Pv points={points} /> },
            {
              name: 'Date',
              end: true,
              className: 'max-sm:hidden',
              cell: ({ created_at }) => formatOrderDay(created_at),
            },
          ]}
        />
      )}
      <Pager kind="words" page={page} count={points.page_count} to={(n) => `${paths.accountPoints}?page=${n}`} />
    </>
  )
}
