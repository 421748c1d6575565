import { useQuery } from '@tanstack/react-query'
import { AccountFrame } from '#web/account/profile/AccountFrame.tsx'
import { callUrl, isErrorOf } from '#web/api/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { LoadFailed } from '../LoadFailed.tsx'
import { type MonthQuery, salesPaths } from '../sales-paths.ts'
import { statementQuery } from '../sales-queries.ts'
import { useMonthQuery } from '../use-month-query.ts'
import { CheckStatement } from './CheckStatement.tsx'
import { StatementFigures } from './StatementFigures.tsx'
import { StatementProof } from './StatementProof.tsx'
import { StatementTables } from './StatementTables.tsx'

export default function StatementPage() {
  const month = useMonthQuery()
  return (
    <AccountFrame title="Statement" aside={<StatementTools month={month} />}>
      {() => <MonthStatement month={month} />}
    </AccountFrame>
  )
}

/** Reserves its space while the statement loads, so that the page below does not move. */
function StatementTools({ month }: { month: MonthQuery }) {
  const { data } = useQuery(statementQuery(month))
  return (
    <div className={cx('-mx-3 flex flex-wrap print:hidden', !data && 'invisible')}>
      <a href={callUrl('statementPdf', { query: month })} className={buttonClass('quiet')}>
        PDF
      </a>
      <a
        href={callUrl('statement', { query: month })}
        download={`statement-${data?.month}.json`}
        className={buttonClass('quiet')}
      >
        JSON file
      </a>
      <Button kind="quiet" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  )
}

/** A closed month as a document, with its verification. A saved file can be verified in any month. */
function MonthStatement({ month }: { month: MonthQuery }) {
  const { data: statement, error, refetch } = useQuery(statementQuery(month))
  return (
    <div className="grid grid-cols-1 gap-12">
      <div>
        <PageLink
          to={salesPaths.sales(month)}
          className="tap-target mb-6 inline-block text-link hover:text-ink print:hidden"
        >
          Back to Sales Detail
        </PageLink>
        {statement ? (
          <StatementFigures statement={statement} />
        ) : isErrorOf('statement', error) && (error.status === 404 || error.status === 422) ? (
          <Alert tone="warning">{error.message}</Alert>
        ) : error ? (
          <LoadFailed what="this statement" retry={refetch} />
        ) : (
          <Spinner label="Loading your statement" className="text-muted" />
        )}
      </div>
      {/* Not rendered below the spinner, where it would move down as the figures arrive. */}
      {(statement || error) && <CheckStatement key={`${month.year}-${month.month}`} statement={statement} />}
      {statement && (
        <>
          <StatementTables statement={statement} />
          <StatementProof statement={statement} />
        </>
      )}
    </div>
  )
}
