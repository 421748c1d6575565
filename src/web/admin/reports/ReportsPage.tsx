import Download from 'lucide-react/icons/download'
import { listColumns } from '#contract/reporting/report-labels.ts'
import { monthOf, parseMonth } from '#domain/calendar/month.ts'
import { type Report, reports } from '#domain/reporting/report-figures.ts'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { buttonClass } from '../ui/compact.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { Empty, Loaded, RowsSkeleton } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { ReportChart } from './ReportChart.tsx'
import { ReportTable } from './ReportTable.tsx'
import { reportNames, spanPresets } from './report-labels.ts'
import { SpanFilter } from './SpanFilter.tsx'

/** Monthly reports; each figure links to its rows (docs/back-office §7). */
export default function ReportsPage() {
  const url = usePageUrl()
  const now = monthOf(Date.now())
  const defaultSpan = spanPresets(now)[0]
  const requestedReport = url.get('report') ?? 'sales'
  const report: Report = reports.find((option) => option === requestedReport) ?? 'sales'
  const from = parseMonth(url.get('from') ?? '') ?? defaultSpan?.from ?? now
  const to = parseMonth(url.get('to') ?? '') ?? defaultSpan?.to ?? now
  const query = { report, from, to }
  const reportQuery = useAdminQuery('report', { query })
  return (
    <>
      <PageHeader
        title="Reports"
        actions={
          <a href={adminUrl('reportExport', { query })} download className={buttonClass('secondary')}>
            <Download size={16} aria-hidden /> Export
          </a>
        }
      >
        <Tabs
          label="Report"
          tabs={reports.map((option) => ({
            label: reportNames[option],
            to: url.with({ report: option === 'sales' ? undefined : option, figure: undefined }),
            isCurrent: option === report,
          }))}
        />
        <SpanFilter from={from} to={to} now={now} />
      </PageHeader>
      <Loaded query={reportQuery} skeleton={<RowsSkeleton rows={14} />}>
        {(data) =>
          data.months.every(({ sum }) => sum.every((value) => !value)) ? (
            <Empty title="Nothing in these months">
              Sales, payments and volume appear here automatically. Choose other months to look further back.
            </Empty>
          ) : // A previously loaded report may have other columns than this one.
          data.sum.length !== listColumns(report).length ? (
            <RowsSkeleton rows={14} />
          ) : (
            <div className="grid grid-cols-1 gap-10">
              <ReportChart report={report} months={data.months} />
              <ReportTable {...{ report, from, to }} response={data} isStale={reportQuery.isPlaceholderData} />
              <Definitions report={report} />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const Definitions = ({ report }: { report: Report }) => (
  <Section title="Definitions">
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1.5 pt-3 sm:grid-cols-[10rem_minmax(0,44rem)]">
      {listColumns(report).map(({ key, words }) => (
        <div key={key} className="contents">
          <dt className="font-[560] max-sm:pt-1.5">{words.name}</dt>
          <dd className="text-muted">{words.meaning}</dd>
        </div>
      ))}
    </dl>
    <p className="max-w-prose pt-4 text-muted">
      Months use Eastern Time. Figures are current: changing or canceling an order changes its month. Select a figure to
      see its rows.
    </p>
  </Section>
)
