import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { useHasPermission } from '../api/session.tsx'
import { useDownload } from '../api/use-download.ts'
import { MoneyTabs } from '../payments/MoneyTabs.tsx'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type Payee, W9Dialog } from './W9Dialog.tsx'

const FILTERS = { all: 'Everyone', reportable: 'To report', missing: 'Without a W-9' } as const
type Filter = keyof typeof FILTERS
const isFilter = (param: string | undefined): param is Filter => param !== undefined && param in FILTERS

/** Payments to members in a year, for the year-end tax forms. */
export default function PayeesPage() {
  const url = usePageUrl()
  const param = url.get('only')
  const filter = isFilter(param) ? param : 'all'
  const thisYear = Number(shopDayOf(Date.now()).slice(0, 4))
  const year = Number(url.get('year')) || thisYear
  const after = url.get('after')
  const payees = useAdminQuery('payees', {
    params: { year },
    query: { ...(filter !== 'all' && { filter }), ...(after && { after }) },
  })
  const canPay = useHasPermission('months.pay')
  const download = useDownload()
  const [recordingPayee, setRecordingPayee] = useState<Payee>()
  const years = [...new Set([thisYear, ...(payees.data?.years ?? []), year])].sort((a, b) => b - a)
  const w9Button = (payee: Payee) => (
    <Button
      kind="quiet"
      className="relative z-10"
      aria-label={`${payee.w9_on === null ? 'Record' : 'Change'} W-9 of ${payee.name}`}
      onClick={() => setRecordingPayee(payee)}
    >
      {payee.w9_on === null ? 'Record' : 'Change'} W-9
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Payees"
        note={year}
        actions={
          canPay && (
            <Button
              busy={download.isPending}
              onClick={() => download.mutate(adminUrl('payeeFile', { params: { year } }))}
            >
              {year} as CSV
            </Button>
          )
        }
      >
        <MoneyTabs current="payees" />
      </PageHeader>
      <div className="flex flex-wrap gap-x-8 gap-y-1">
        <Tabs
          label="Year"
          tabs={years.map((option) => ({
            label: String(option),
            to: url.with({ year: String(option), after: undefined }),
            isCurrent: option === year,
          }))}
        />
        <Tabs
          label="Show"
          tabs={(Object.keys(FILTERS) as Filter[]).map((option) => ({
            label: FILTERS[option],
            to: url.with({ only: option === 'all' ? undefined : option, after: undefined }),
            isCurrent: option === filter,
          }))}
        />
      </div>
      <div className="grid grid-cols-1 gap-3 pt-3">
        <Loaded query={payees}>
          {({ data, next, threshold }) => (
            <>
              <p className="text-muted">
                Payees with {formatDollars(threshold)} or more a year must be reported (setting “Payouts to report”).
                The W-9 itself and its tax number are not stored here.
              </p>
              {data.length === 0 ? (
                <Empty title={filter === 'all' ? `No one was paid in ${year}` : 'No results'}>
                  Payouts count in the year they were sent.
                </Empty>
              ) : (
                <DataTable
                  label="Payees"
                  rows={data}
                  columns={canPay ? [...columns, { id: 'do', header: '', end: true, cell: w9Button }] : columns}
                  idOf={({ member_id }) => String(member_id)}
                  isStale={payees.isPlaceholderData}
                  mobileRow={(payee) => (
                    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 *:even:justify-self-end">
                      <span className="min-w-0 truncate">
                        <Name payee={payee} />
                      </span>
                      <Money value={payee.paid} />
                      <FormState payee={payee} />
                      {canPay && w9Button(payee)}
                    </div>
                  )}
                />
              )}
              <NextPageLink next={next} />
            </>
          )}
        </Loaded>
      </div>
      {recordingPayee && <W9Dialog payee={recordingPayee} onClose={() => setRecordingPayee(undefined)} />}
    </>
  )
}

const Name = ({ payee: { member_id, name } }: { payee: Payee }) => (
  <PageLink to={fillPath(adminPaths.member, { member_id })} className="text-link">
    {name}
  </PageLink>
)

const FormState = ({ payee: { w9_on, is_reportable } }: { payee: Payee }) => {
  if (w9_on !== null) return <StateDot tone="good">on file since {formatCalendarDay(w9_on)}</StateDot>
  return <StateDot tone={is_reportable ? 'bad' : 'idle'}>not on file</StateDot>
}

const columns: readonly DataColumn<Payee>[] = [
  { id: 'name', header: 'Member', cell: (payee) => <Name payee={payee} /> },
  { id: 'number', header: 'Number', cell: ({ member_no }) => <span className="text-muted">{member_no}</span> },
  { id: 'form', header: 'W-9', cell: (payee) => <FormState payee={payee} /> },
  { id: 'report', header: 'To report', cell: ({ is_reportable }) => (is_reportable ? 'yes' : '') },
  { id: 'paid', header: 'Paid', end: true, cell: ({ paid }) => <Money value={paid} /> },
]
