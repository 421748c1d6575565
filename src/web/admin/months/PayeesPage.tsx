import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminUrl } from '../api/api.ts'
import { useAdminQuery } from '../api/query.ts'
import { usePermissions } from '../api/session.tsx'
import { useDownload } from '../api/use-download.ts'
import { MoneyTabs } from '../payments/MoneyTabs.tsx'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { NextPageLink } from '../ui/NextPageLink.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { type Payee, W9Dialog } from './W9Dialog.tsx'

const ONLY = { all: 'Everyone', reportable: 'To report', missing: 'Without a W-9' } as const
type Only = keyof typeof ONLY
const isOnly = (given: string | undefined): given is Only => given !== undefined && given in ONLY

/** Payments to members in a year, for the year-end tax forms. */
export default function PayeesPage() {
  const url = usePageUrl()
  const given = url.get('only')
  const only = isOnly(given) ? given : 'all'
  const thisYear = Number(shopDayOf(Date.now()).slice(0, 4))
  const year = Number(url.get('year')) || thisYear
  const after = url.get('after')
  const payees = useAdminQuery('payees', {
    params: { year },
    query: { ...(only !== 'all' && { only }), ...(after && { after }) },
  })
  const mayPay = usePermissions('months.pay')
  const file = useDownload()
  const [recording, setRecording] = useState<Payee>()
  const years = [...new Set([thisYear, ...(payees.data?.years ?? []), year])].sort((one, other) => other - one)
  const form = (payee: Payee) => (
    <Button
      kind="quiet"
      className="relative z-10"
      aria-label={`${payee.w9_on === null ? 'Record' : 'Change'} W-9 of ${payee.name}`}
      onClick={() => setRecording(payee)}
    >
      {payee.w9_on === null ? 'Record' : 'Change'} W-9
    </Button>
  )
  return (
    <>
      <PageHead
        title="Payees"
        note={year}
        actions={
          mayPay && (
            <Button busy={file.isPending} onClick={() => file.mutate(adminUrl('payeeFile', { params: { year } }))}>
              {year} as CSV
            </Button>
          )
        }
      >
        <MoneyTabs current="payees" />
      </PageHead>
      <div className="flex flex-wrap gap-x-8 gap-y-1">
        <Tabs
          label="Year"
          tabs={years.map((each) => ({
            label: String(each),
            to: url.with({ year: String(each), after: undefined }),
            isCurrent: each === year,
          }))}
        />
        <Tabs
          label="Show"
          tabs={(Object.keys(ONLY) as Only[]).map((each) => ({
            label: ONLY[each],
            to: url.with({ only: each === 'all' ? undefined : each, after: undefined }),
            isCurrent: each === only,
          }))}
        />
      </div>
      <div className="grid gap-3 pt-3">
        <Loaded query={payees}>
          {({ data, next, threshold }) => (
            <>
              <p className="text-muted">
                Payees with {formatDollars(threshold)} or more a year must be reported (setting “Payouts to report”).
                The W-9 itself and its tax number are not stored here.
              </p>
              {data.length === 0 ? (
                <Empty title={only === 'all' ? `No one was paid in ${year}` : 'No results'}>
                  Payouts count in the year they were sent.
                </Empty>
              ) : (
                <DataTable
                  label="Payees"
                  rows={data}
                  columns={mayPay ? [...columns, { id: 'do', head: '', end: true, cell: form }] : columns}
                  idOf={({ member_id }) => String(member_id)}
                  isStale={payees.isPlaceholderData}
                  phone={(payee) => (
                    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 *:even:justify-self-end">
                      <span className="min-w-0 truncate">
                        <Name payee={payee} />
                      </span>
                      <Money value={payee.paid} />
                      <FormState payee={payee} />
                      {mayPay && form(payee)}
                    </div>
                  )}
                />
              )}
              <NextPageLink next={next} />
            </>
          )}
        </Loaded>
      </div>
      {recording && <W9Dialog payee={recording} onClose={() => setRecording(undefined)} />}
    </>
  )
}

const Name = ({ payee: { member_id, name } }: { payee: Payee }) => (
  <PageLink to={fillPath(adminPaths.member, { member_id })} className="text-link">
    {name}
  </PageLink>
)

const FormState = ({ payee: { w9_on, is_reportable } }: { payee: Payee }) => {
  if (w9_on !== null) return <StateDot tone="good">on file since {calendarDay(w9_on)}</StateDot>
  return <StateDot tone={is_reportable ? 'bad' : 'idle'}>not on file</StateDot>
}

const columns: readonly DataColumn<Payee>[] = [
  { id: 'name', head: 'Member', cell: (payee) => <Name payee={payee} /> },
  { id: 'number', head: 'Number', cell: ({ member_no }) => <span className="text-muted">{member_no}</span> },
  { id: 'form', head: 'W-9', cell: (payee) => <FormState payee={payee} /> },
  { id: 'report', head: 'To report', cell: ({ is_reportable }) => (is_reportable ? 'yes' : '') },
  { id: 'paid', head: 'Paid', end: true, cell: ({ paid }) => <Money value={paid} /> },
]
