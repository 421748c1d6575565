import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useAdminQuery } from '../api/query.ts'
import { MoneyTabs } from '../payments/MoneyTabs.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type ListedMonth, monthStateLabel, openPayoutCount, totalPayable } from './month-labels.ts'

const FILTERS = { all: 'All months', to_close: 'To close', open_payouts: 'With open payouts' } as const
type Filter = keyof typeof FILTERS
const isFilter = (param: string | undefined): param is Filter => param !== undefined && param in FILTERS

/** Every month with its next step; months are closed in order, then paid. */
export default function MonthsPage() {
  const url = usePageUrl()
  const param = url.get('only')
  const filter = isFilter(param) ? param : 'all'
  const months = useAdminQuery('months', { query: filter === 'all' ? {} : { only: filter } })
  return (
    <>
      <PageHeader title="Months">
        <MoneyTabs current="months" />
      </PageHeader>
      <Tabs
        label="Show"
        tabs={(Object.keys(FILTERS) as Filter[]).map((option) => ({
          label: FILTERS[option],
          to: url.with({ only: option === 'all' ? undefined : option }),
          isCurrent: option === filter,
        }))}
      />
      <div className="pt-3">
        <Loaded query={months}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title={filter === 'all' ? 'No months yet' : 'No results'}>
                {filter === 'all'
                  ? 'The first month appears with the first member or counted order.'
                  : 'Nothing to do.'}
              </Empty>
            ) : (
              <DataTable
                label="Months"
                rows={data}
                columns={columns}
                idOf={({ month }) => month}
                hrefOf={({ month }) => fillPath(adminPaths.month, { month })}
                isStale={months.isPlaceholderData}
                mobileRow={(row) => (
                  <span className="flex flex-wrap justify-between gap-x-3">
                    <span className="grid min-w-0 grow basis-32">
                      <span className="font-[560]">{monthName(row.month)}</span>
                      <span className="text-small text-muted">{nextStepLabel(row)}</span>
                    </span>
                    <span className="ml-auto grid justify-items-end">
                      <MonthState month={row} />
                      {row.payouts && <span className="figures">{formatDollars(totalPayable(row.payouts))}</span>}
                    </span>
                  </span>
                )}
              />
            )
          }
        </Loaded>
      </div>
    </>
  )
}

export function MonthState({ month }: { month: ListedMonth }) {
  const { label, tone } = monthStateLabel(month)
  return <StateDot tone={tone}>{month.run ? (month.run.kind === 'close' ? 'Closing …' : 'Preview …') : label}</StateDot>
}

function nextStepLabel({ state, to_close, closable_on, payouts, closed_externally }: ListedMonth): string {
  if (closed_externally) return ''
  if (state === 'open' || (state === 'settling' && !to_close))
    return `can be closed from ${formatCalendarDay(closable_on)}`
  if (state === 'settling') return 'preview and close'
  const open = openPayoutCount(payouts)
  if (state === 'closed') return open === 0 ? 'nothing to pay out' : `${open.toLocaleString('en-US')} to pay`
  return open === 0 ? '' : 'some payouts are open'
}

const formatMoney = (value: number | undefined) => (value === undefined ? '' : formatDollars(value))
const formatCount = (value: number | undefined) => (value === undefined ? '' : value.toLocaleString('en-US'))

const columns: readonly DataColumn<ListedMonth>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => monthName(month) },
  { id: 'state', header: 'Status', cell: (row) => <MonthState month={row} /> },
  { id: 'next', header: 'Next', cell: (row) => <span className="text-muted">{nextStepLabel(row)}</span> },
  { id: 'members', header: 'Members', end: true, cell: ({ closed }) => formatCount(closed?.members) },
  { id: 'orders', header: 'Orders', end: true, cell: ({ closed }) => formatCount(closed?.orders) },
  { id: 'sales', header: 'Counted volume', end: true, cell: ({ closed }) => formatMoney(closed?.total_sales) },
  { id: 'bonus', header: 'Bonuses', end: true, cell: ({ closed }) => formatMoney(closed?.total_bonus) },
  {
    id: 'payable',
    header: 'Payouts',
    end: true,
    cell: ({ payouts }) => (payouts ? formatMoney(totalPayable(payouts)) : ''),
  },
]
