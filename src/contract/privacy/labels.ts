import { monthName } from '#contract/compensation/month-labels.ts'
import type { OpenBusiness } from './calls.ts'

export type PersonOpenBusiness = Omit<OpenBusiness, 'months'> & Partial<OpenBusiness>

/** The most items listed of one kind; more are counted. */
const MAX_LISTED = 5

const formatList = (singular: string, plural: string, items: readonly (number | string)[]): string[] => {
  if (items.length === 0) return []
  const remaining = items.length - MAX_LISTED
  return [
    `${items.length === 1 ? singular : plural} ${items.slice(0, MAX_LISTED).join(', ')}${remaining > 0 ? ` and ${remaining} more` : ''}`,
  ]
}

/** Describes the open business that delays an erasure, one line per kind; a guest has no bonuses, and so no months. */
export const openBusinessLabels = ({ orders, balances, months = [] }: PersonOpenBusiness): string[] => [
  ...formatList('Order', 'Orders', orders),
  ...formatList('The balance of order', 'The balances of orders', balances),
  ...formatList('The bonuses of', 'The bonuses of', months.map(monthName)),
]
