import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { formatDollars } from '#domain/money/money.ts'
import { useAdminQuery } from '../api/query.ts'
import { MoneyTabs } from '../payments/MoneyTabs.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type ListedMonth, monthStateOf, openOf, payableOf } from './month-labels.ts'

const WHICH = { all: 'All months', to_close: 'To close', open_payouts: 'With open payouts' } as const
type Which = keyof typeof WHICH
const isWhich = (given: string | undefined): given is Which => given !== undefined && given in WHICH

/** Every month with its next step; months are closed in order, then paid. */
export default function MonthsPage() {
  const url = usePageUrl()
  const given = url.get('only')
  const which = isWhich(given) ? given : 'all'
  const months = useAdminQuery('months', { query: which === 'all' ? {} : { only: which } })
  return (
    <>
      <PageHead title="Months">
        <MoneyTabs current="months" />
      </PageHead>
      <Tabs
        label="Show"
        tabs={(Object.keys(WHICH) as Which[]).map((each) => ({
          label: WHICH[each],
          to: url.with({ only: each === 'all' ? undefined : each }),
          isCurrent: each === which,
        }))}
      />
      <div className="pt-3">
        <Loaded query={months}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title={which === 'all' ? 'No months yet' : 'No results'}>
                {which === 'all' ? 'The first month appears with the first member or counted order.' : 'Nothing to do.'}
              </Empty>
            ) : (
              <DataTable
                label="Months"
                rows={data}
                columns={columns}
                idOf={({ month }) => month}
                toOf={({ month }) => fillPath(adminPaths.month, { month })}
                isStale={months.isPlaceholderData}
                phone={(row) => (
                  <span className="flex flex-wrap justify-between gap-x-3">
                    <span className="grid min-w-0 grow basis-32">
                      <span className="font-[560]">{monthName(row.month)}</span>
                      <span className="text-small text-muted">{nextOf(row)}</span>
                    </span>
                    <span className="ml-auto grid justify-items-end">
                      <State month={row} />
                      {row.payouts && <span className="figures">{formatDollars(payableOf(row.payouts))}</span>}
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

export function State({ month }: { month: ListedMonth }) {
  const { words, tone } = monthStateOf(month)
  return <StateDot tone={tone}>{month.run ? (month.run.kind === 'close' ? 'Closing …' : 'Preview …') : words}</StateDot>
}

function nextOf({ state, to_close, closable_on, payouts, closed_externally }: ListedMonth): string {
  if (closed_externally) return ''
  if (state === 'open' || (state === 'settling' && !to_close)) return `can be closed from ${calendarDay(closable_on)}`
  if (state === 'settling') return 'preview and close'
  const open = openOf(payouts)
  if (state === 'closed') return open === 0 ? 'nothing to pay out' : `${open.toLocaleString('en-US')} to pay`
  return open === 0 ? '' : 'some payouts are open'
}

const money = (value: number | undefined) => (value === undefined ? '' : formatDollars(value))
const count = (value: number | undefined) => (value === undefined ? '' : value.toLocaleString('en-US'))

const columns: readonly DataColumn<ListedMonth>[] = [
  { id: 'month', head: 'Month', cell: ({ month }) => monthName(month) },
  { id: 'state', head: 'State', cell: (row) => <State month={row} /> },
  { id: 'next', head: 'Next', cell: (row) => <span className="text-muted">{nextOf(row)}</span> },
  { id: 'members', head: 'Members', end: true, cell: ({ closed }) => count(closed?.members) },
  { id: 'orders', head: 'Orders', end: true, cell: ({ closed }) => count(closed?.orders) },
  { id: 'sales', head: 'Counted volume', end: true, cell: ({ closed }) => money(closed?.total_sales) },
  { id: 'bonus', head: 'Bonuses', end: true, cell: ({ closed }) => money(closed?.total_bonus) },
  { id: 'payable', head: 'Payouts', end: true, cell: ({ payouts }) => (payouts ? money(payableOf(payouts)) : '') },
]
