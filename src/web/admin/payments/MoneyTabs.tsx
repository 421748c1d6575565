import { useLocation } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { useHasPermission } from '../api/session.tsx'
import { Tabs } from '../ui/Tabs.tsx'

export const moneyTabs = {
  overview: 'Overview',
  unpaid: 'Unpaid orders',
  uncleared: 'Checks',
  overpaid: 'Refunds due',
} as const
export type MoneyTab = keyof typeof moneyTabs

export const moneyTabPath = (tab: MoneyTab): string =>
  tab === 'overview' ? adminPaths.money : `${adminPaths.money}?tab=${tab}`

/** Tabs of the money pages: bank transactions, months and payees are separate pages, the others are views of one. */
export function MoneyTabs({ current }: { current: MoneyTab | 'notices' | 'months' | 'payees' }) {
  const { pathname } = useLocation()
  const views = (Object.entries(moneyTabs) as [MoneyTab, string][]).map(([tab, label]) => ({
    label,
    to: moneyTabPath(tab),
    isCurrent: tab === current,
  }))
  const bankTab = {
    label: 'Bank payments',
    to: adminPaths.bankTransactions,
    isCurrent: pathname === adminPaths.bankTransactions,
  }
  const memberTabs = [
    { label: 'Months', to: adminPaths.months, isCurrent: current === 'months' },
    { label: 'Payees', to: adminPaths.payees, isCurrent: current === 'payees' },
  ]
  const canRead = useHasPermission('months.read')
  return (
    <Tabs label="Money" tabs={[...views.slice(0, 1), bankTab, ...views.slice(1), ...(canRead ? memberTabs : [])]} />
  )
}
