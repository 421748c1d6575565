import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sales } from '#contract/compensation/sales.ts'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { errorCode } from '#web/api/error-message.ts'
import { paths } from '#web/api/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { usePageNumber } from '#web/ui/use-page-number.ts'
import { DirectLine } from './DirectLine.tsx'
import { ExplanationDrawer } from './explanation/ExplanationDrawer.tsx'
import type { ExplainedFigure } from './explanation/figure.ts'
import { HistoryChart } from './HistoryChart.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { MonthFilter } from './MonthFilter.tsx'
import { NextLevel } from './NextLevel.tsx'
import { Referral } from './Referral.tsx'
import { SalesCard } from './SalesCard.tsx'
import { SalesSkeleton } from './SalesSkeleton.tsx'
import { salesHistoryQuery, salesQuery } from './sales-queries.ts'
import { useMonthQuery } from './use-month-query.ts'

const SalesPage = () => <AccountFrame title="Sales Detail">{() => <MonthSales />}</AccountFrame>
export default SalesPage

function MonthSales() {
  const month = useMonthQuery()
  const page = usePageNumber()
  const { data: sales, error, isPlaceholderData, refetch } = useQuery(salesQuery(month, page))
  if (sales) return <Statement sales={sales} page={page} isPending={isPlaceholderData} />
  if (errorCode(error) === 'invalid') return <NoSuchMonth />
  if (error) return <LoadFailed what="your sales" retry={refetch} />
  return <SalesSkeleton />
}

function Statement({ sales, page, isPending }: { sales: Sales; page: number; isPending: boolean }) {
  const { detail } = sales
  const history = useQuery(salesHistoryQuery())
  const [figure, setFigure] = useState<ExplainedFigure>()
  return (
    <>
      <MonthFilter detail={detail} current={history.data?.months.at(-1)} />
      <div
        aria-busy={isPending}
        className={cx(
          'grid grid-cols-1 gap-12 transition-opacity sm:gap-14',
          isPending && 'pointer-events-none opacity-55',
        )}
      >
        <SalesCard detail={detail} onExplain={setFigure} />
        <div className="grid grid-cols-1 items-start gap-12 xl:grid-cols-2 xl:gap-10">
          <NextLevel detail={detail} />
          <HistoryChart history={history} selected={detail} />
        </div>
        <Referral detail={detail} />
        <DirectLine sales={sales} page={page} />
      </div>
      <ExplanationDrawer detail={detail} figure={figure} onFigure={setFigure} onClose={() => setFigure(undefined)} />
    </>
  )
}

const NoSuchMonth = () => (
  <Alert tone="warning">
    <p>This month can’t be shown. It hasn’t started yet or is too far back.</p>
    <PageLink to={paths.accountSales} className="tap-target justify-self-start text-link">
      Show the current month
    </PageLink>
  </Alert>
)
