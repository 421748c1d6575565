import Download from 'lucide-react/icons/download'
import { useMemo } from 'react'
import type { AdminQuery, AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { shortMonthName } from '#contract/compensation/month-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { type RowList, rowLists } from '#contract/reporting/report-labels.ts'
import { monthOf, parseMonth } from '#domain/calendar/month.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { useDownload } from '../api/use-download.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FilterChip } from '../ui/Filter.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import {
  amountNames,
  formatFigure,
  listNames,
  methodName,
  partLabel,
  rowKindNames,
  rowLabel,
  volumeNames,
} from './report-labels.ts'
import { SpanFilter } from './SpanFilter.tsx'

type Row = AdminResponse<'reportRows'>['data'][number]

const filters = ['row_kind', 'state', 'rate', 'method', 'kind'] as const
const filterNames: Record<(typeof filters)[number], string> = {
  row_kind: 'Only',
  state: 'State',
  rate: 'Rate',
  method: 'Method',
  kind: 'Type',
}

function filterLabel(filter: (typeof filters)[number], value: string): string {
  if (filter === 'row_kind') return rowKindNames[value] ?? value
  if (filter === 'method') return methodName(value)
  if (filter === 'kind') return volumeNames[value] ?? value
  if (value === 'none') return 'unknown'
  return filter === 'rate' ? `${value}%` : value
}

/** The rows behind a figure of a report. */
export default function ReportRowsPage() {
  const url = usePageUrl()
  const now = monthOf(Date.now())
  const list = (Object.keys(rowLists) as RowList[]).find((option) => option === url.get('list')) ?? 'sales'
  const from = parseMonth(url.get('from') ?? '') ?? now
  const to = parseMonth(url.get('to') ?? '') ?? from
  const filter = Object.fromEntries(filters.map((name) => [name, url.get(name)]))
  // The server validates the parameters of the URL.
  const query = { list, from, to, ...filter } as AdminQuery<'reportRowsExport'>
  const rows = useAdminQuery('reportRows', { query: { ...query, after: url.get('after') } })
  const download = useDownload()
  const columns = useMemo(() => columnsOfList(list), [list])
  return (
    <>
      <PageHeader
        title={listNames[list]}
        actions={
          <>
            <ButtonLink to={adminPaths.reports}>Reports</ButtonLink>
            <Button
              icon={<Download size={16} aria-hidden />}
              busy={download.isPending}
              onClick={() => download.mutate(adminUrl('reportRowsExport', { query }))}
            >
              Export
            </Button>
          </>
        }
      >
        <SpanFilter from={from} to={to} now={now} />
        <div className="flex flex-wrap items-center gap-2">
          {filters.map((name) => {
            const value = url.get(name)
            return (
              value && (
                <FilterChip
                  key={name}
                  label={filterNames[name]}
                  value={filterLabel(name, value)}
                  removeHref={url.with({ [name]: undefined, after: undefined })}
                />
              )
            )
          })}
        </div>
      </PageHeader>
      <Loaded query={rows}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty title="No rows found">Remove a filter or choose other months.</Empty>
          ) : (
            <>
              <DataTable
                label={listNames[list]}
                rows={data}
                columns={columns}
                idOf={({ id }) => id}
                hrefOf={rowHref}
                mobileRow={(row) => <MobileRow row={row} list={list} />}
                isStale={rows.isPlaceholderData}
              />
              <NextPageLink next={next} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

const rowHref = ({ order_id, member }: Row): string =>
  order_id !== null
    ? fillPath(adminPaths.order, { order_id })
    : member
      ? fillPath(adminPaths.member, { member_id: member.id })
      : adminPaths.reports

const rowName = ({ order_id, number, row_kind, member }: Row): string =>
  order_id !== null ? String(order_id) : row_kind === 'card' ? (member?.name ?? '') : (number ?? '')

const dateLabel = ({ date }: Row): string => (date.length === 7 ? shortMonthName(date) : formatCalendarDay(date))

const amountUnit = (amount: string) => (amount === 'pv' ? 'whole' : 'money')

/** The credited member of volume, or the owner of a card. */
const MemberLink = ({ row: { member, row_kind } }: { row: Row }) =>
  member && row_kind !== 'card' ? (
    <PageLink to={fillPath(adminPaths.member, { member_id: member.id })} className="text-link relative z-10">
      {member.name}
    </PageLink>
  ) : null

const hasPart = (list: RowList): boolean => list === 'tax' || list === 'payments' || list === 'volume'

const columnsOfList = (list: RowList): DataColumn<Row>[] => [
  { id: 'name', header: list === 'cards' ? 'Member' : 'Order', cell: rowName },
  { id: 'on', header: list === 'cards' ? 'Month' : 'Day', cell: dateLabel, className: 'whitespace-nowrap' },
  ...(list === 'cards' ? [] : [{ id: 'what', header: 'Type', cell: rowLabel }]),
  ...(hasPart(list) ? [{ id: 'part', header: 'Of', cell: (row: Row) => partLabel(row.part) }] : []),
  ...(list === 'payments' ? [{ id: 'number', header: 'Reference', cell: (row: Row) => row.number }] : []),
  ...(list === 'volume' ? [{ id: 'member', header: 'Member', cell: (row: Row) => <MemberLink row={row} /> }] : []),
  ...rowLists[list].map((amount, index) => ({
    id: amount,
    header: amountNames[amount] ?? amount,
    end: true,
    cell: (row: Row) => formatFigure(amountUnit(amount), row.amounts[index] ?? null),
  })),
]

const MobileRow = ({ row, list }: { row: Row; list: RowList }) => (
  <span className="grid grid-cols-1 gap-1">
    <span className="flex justify-between gap-3">
      <span className="min-w-0 truncate font-[560]">{rowName(row)}</span>
      <span className="shrink-0 text-small text-muted">{dateLabel(row)}</span>
    </span>
    <span className="text-small text-muted">
      {[list === 'cards' ? '' : rowLabel(row), hasPart(list) ? partLabel(row.part) : ''].filter(Boolean).join(' · ')}
    </span>
    <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-small">
      {rowLists[list].map((amount, index) => (
        <span key={amount} className="contents">
          <span className="text-muted">{amountNames[amount]}</span>
          <span className="figures text-right">{formatFigure(amountUnit(amount), row.amounts[index] ?? null)}</span>
        </span>
      ))}
    </span>
  </span>
)
