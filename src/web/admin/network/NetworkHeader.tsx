import type { ReactNode } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { Select } from '#web/ui/fields.tsx'
import { usePermissions } from '../api/session.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { monthsSince } from './network-labels.ts'

type NetworkHeadProps = {
  current: 'tree' | 'orders' | 'suspicions' | 'corrections' | 'volume' | 'income'
  /** The displayed month, once the available months are known. */
  shown: { month: string; first_month: string } | undefined
  actions?: ReactNode
  children?: ReactNode
}

/** Header of the network pages: tabs, month and search. */
export function NetworkHead({ current, shown, actions, children }: NetworkHeadProps) {
  const url = usePageUrl()
  const month = url.get('month')
  const mayReadReports = usePermissions('reports.read')
  const of = (path: string) => (month ? `${path}?month=${month}` : path)
  const tabs = [
    { label: 'Tree', to: of(adminPaths.network), isCurrent: current === 'tree' },
    { label: 'Orders', to: adminPaths.orderMoney, isCurrent: current === 'orders' },
    { label: 'Review', to: of(adminPaths.suspicions), isCurrent: current === 'suspicions' },
    { label: 'Corrections', to: adminPaths.corrections, isCurrent: current === 'corrections' },
    ...(mayReadReports
      ? [
          { label: 'Volume shares', to: of(adminPaths.volumeShares), isCurrent: current === 'volume' },
          { label: 'Income', to: adminPaths.income, isCurrent: current === 'income' },
        ]
      : []),
  ]
  return (
    <PageHead title="Network" part={tabs.find(({ isCurrent }) => isCurrent)?.label} actions={actions}>
      <Tabs label="Network" tabs={tabs} />
      <div className="flex flex-wrap items-end gap-3">
        {shown && <MonthSelect shown={shown} onChange={(value) => url.change({ month: value, after: undefined })} />}
        {children}
      </div>
    </PageHead>
  )
}

function MonthSelect({
  shown: { month, first_month },
  onChange,
}: {
  shown: NonNullable<NetworkHeadProps['shown']>
  onChange: (month: string) => void
}) {
  // Limits the list to the current month in the shop's time zone: the server refuses later ones.
  const now = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit' })
  const last = now.format(new Date()) > month ? now.format(new Date()) : month
  return (
    <Select label="Month" className="w-44" value={month} onChange={(event) => onChange(event.target.value)}>
      {monthsSince(first_month < month ? first_month : month, last).map((each) => (
        <option key={each} value={each}>
          {monthName(each)}
        </option>
      ))}
    </Select>
  )
}
