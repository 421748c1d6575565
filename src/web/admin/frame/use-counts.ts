import type { ReactNode } from 'react'
import { countLabel, queueLabels } from '#contract/reporting/queue-labels.ts'
import { useAdminQuery } from '../api/query.ts'

/** Queue lengths for the sidebar, from the same response as the dashboard's list. */
export function useQueueCounts(): Readonly<Record<string, ReactNode>> {
  const { data } = useAdminQuery('dashboard')
  const counts: Record<string, { count: number; more: boolean }> = {}
  for (const { kind, count, more } of data?.waiting ?? []) {
    for (const navItem of queueLabels[kind].navItems ?? []) {
      const total = counts[navItem] ?? { count: 0, more: false }
      counts[navItem] = { count: total.count + count, more: total.more || more }
    }
  }
  return Object.fromEntries(
    Object.entries(counts).map(([navItem, total]) => [navItem, total.count === 0 ? undefined : countLabel(total)]),
  )
}

/** Whether the store has not opened yet, so that the menu leads back to the setup. */
export function useIsBeingSetUp(): boolean {
  const { data } = useAdminQuery('dashboard')
  return data?.first_steps?.some(({ step }) => step === 'open') ?? false
}
