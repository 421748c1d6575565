import type { ReactNode } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { monthName } from '#contract/compensation/month-labels.ts'
import { Select } from '#web/ui/fields.tsx'
import { useHasPermission } from '../api/session.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { monthsSince } from './network-labels.ts'

type NetworkHeaderProps = {
  current: 'tree' | 'orders' | 'suspicions' | 'corrections' | 'volume' | 'income'
  /** The displayed month, once the available months are known. */
  period: { month: string; first_month: string } | undefined
  actions?: ReactNode
  children?: ReactNode
}

/** Header of the network pages: tabs, month and search. */
export function NetworkHeader({ current, period, actions, children }: NetworkHeaderProps) {
  const url = usePageUrl()
  const month = url.get('month')
  const canReadReports = useHasPermission('reports.read')
  const withMonth = (path: string) => (month ? `${path}?month=${month}` : path)
  const tabs = [
    { label: 'Tree', to: withMonth(adminPaths.network), isCurrent: current === 'tree' },
    { label: 'Orders', to: adminPaths.orderMoney, isCurrent: current === 'orders' },
    { label: 'Review', to: withMonth(adminPaths.reviewFlags), isCurrent: current === 'suspicions' },
    { label: 'Corrections', to: adminPaths.corrections, isCurrent: current === 'corrections' },
    ...(canReadReports
      ? [
          { label: 'Volume shares', to: withMonth(adminPaths.volumeShares), isCurrent: current === 'volume' },
          { label: 'Income', to: adminPaths.income, isCurrent: current === 'income' },
        ]
      : []),
  ]
  return (
    <PageHeader title="Network" part={tabs.find(({ isCurrent }) => isCurrent)?.label} actions={actions}>
      <Tabs label="Network" tabs={tabs} />
      <div className="flex flex-wrap items-end gap-3">
        {period && <MonthSelect period={period} onChange={(value) => url.change({ month: value, after: undefined })} />}
        {children}
      </div>
    </PageHeader>
  )
}

function MonthSelect({
  period: { month, first_month },
  onChange,
}: {
  period: NonNullable<NetworkHeaderProps['period']>
  onChange: (month: string) => void
}) {
  // Limits the list to the current month in the shop's time zone: the server refuses later ones.
  const monthFormat = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
  })
  const last = monthFormat.format(new Date()) > month ? monthFormat.format(new Date()) : month
  return (
    <Select label="Month" className="w-44" value={month} onChange={(event) => onChange(event.target.value)}>
      {monthsSince(first_month < month ? first_month : month, last).map((option) => (
        <option key={option} value={option}>
          {monthName(option)}
        </option>
      ))}
    </Select>
  )
}
